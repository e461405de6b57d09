"""The rules of ASL on the tracked game, a room for each subject: fire, ordnance, vehicles, movement, infantry …"""
