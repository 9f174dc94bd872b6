"""The game when both sides set their hands as well as can be: bounds of its value, and strategies that reach them."""
