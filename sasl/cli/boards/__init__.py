"""Commands about boards and VASL: `los`, `boards`, `vasl`."""
