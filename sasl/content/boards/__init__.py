"""Boards: the files of `missions/boards`, the player's imported ones, LOS that earlier games have found."""
