"""Exact game maths: what every wager of a book is worth, and every setting of a hand.

`best.best` weighs the settings of one hand; `exact.odds` counts a whole book; `cost.cost_of_difference` two books;
`simulate.simulate` plays rounds; `par_sheet.par_sheet` is the sheet for a laboratory. A book comes in as an argument;
nothing here knows a rule of any game.
"""
