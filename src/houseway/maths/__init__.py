"""Exact game maths: what every wager of a book is worth, and every setting of a hand.

`play.one_hand.best` weighs the settings of one hand; `count.whole_book.odds` counts a whole book;
`count.cost.cost_of_difference` compares two books; `simulate.run.simulate` plays rounds; `par.sheet.par_sheet` is the
sheet for a testing laboratory. The book is an argument; no rule of any game is here.
"""
