"""What the documents leave open, and how each point was decided.

Here: every ruling, once, in our words. A book lists those it rests on, and a clause cites those that decide it.
Rejected readings are written as clauses too, so that the hands they would set differently can be counted.
"""

from __future__ import annotations

from houseway.rulebook.citation import Ruling

# Ranking
R1 = Ruling("R1", "A-2-3-4-5 is described in one document only", "the lowest straight and straight flush in all")
R2 = Ruling(
    "R2",
    "the Joker in a flush that holds the Ace, or in a straight open at both ends",
    "the highest rank that is missing; the higher end",
)
R3 = Ruling("R3", "kickers of five-card hands are not printed for every category", "ordinary poker comparison")
R4 = Ruling("R4", "low hands alike in their highest card", "the second card is compared")
R5 = Ruling(
    "R5",
    "comparing five cards with two for the foul test",
    "category first, then ranks in order; where the low hand's ranks are used up and equal the setting is legal",
)
R6 = Ruling("R6", "A-2-3 as three cards", "a straight, the lowest; only suited A-K-Q is royal")
R7 = Ruling("R7", "three cards against two of equal ranks", "the three cards outrank, by their extra card")

# House way, every seven-card book
R10 = Ruling(
    "R10",
    "whether the Joker is an Ace when pairs, threes and fours are named",
    "always: an Ace and the Joker are a pair, two Aces and the Joker three of a kind",
)
R11 = Ruling(
    "R11",
    "whether cards inside the pairs count as held in the two-pair rules",
    "only singles count; the Joker as a single is an Ace",
)
R12 = Ruling(
    "R12",
    "a choice among straight, flush, straight flush and royal flush",
    "of every setting that keeps one of them, the one with the highest low hand",
)
R13 = Ruling("R13", "several cards fit a clause", "the choice that leaves the best high hand")
R14 = Ruling(
    "R14",
    "three aces whose straight or flush survives a pair of aces played low",
    "the pair goes low; the straights-and-flushes section is the more specific",
)
R15 = Ruling(
    "R15",
    "two aces and the Joker whose straight or flush needs an Ace and the Joker",
    "the three-aces rule",
)
R16 = Ruling(
    "R16",
    "two pairs, three pairs, full house or four of a kind that also hold a straight or flush",
    "their own rule, except where the text excepts",
)
R17 = Ruling(
    "R17",
    "one pair with a straight or flush that cannot be kept with the pair low",
    "keep the straight or flush, the highest two cards low",
)

# House way, Marina Bay Sands
R20 = Ruling(
    "R20",
    "the cell for medium and high, high and high, and aces and any pair is empty in version 4",
    "always split, as version 3 prints and the examples of version 4 show",
)
R21 = Ruling("R21", "a pair of aces with a low pair falls under two rows", "always split, as the example shows")
R22 = Ruling(
    "R22",
    "three kings, an Ace and the Joker",
    "a pair of kings low only where the other five are a straight or flush; kings only",
)
R23 = Ruling(
    "R23",
    "three of a kind, a pair of twos, Ace and King",
    "Ace and King must both be singles; the Joker may be the Ace",
)
R24 = Ruling("R24", "four aces with kings", "a pair of kings goes low; with three kings the aces are split")
R25 = Ruling("R25", "fours of sevens to tens with an Ace or Joker to play low", "either of them among the other three")

# House way, United States
R30 = Ruling(
    "R30",
    "the six-card straight sentence against the highest-two-cards sentence",
    "the highest low hand governs; from A-2-3-4-5-6 the Ace goes low",
)
R31 = Ruling(
    "R31",
    "a straight or flush with an Ace or Joker and a pair of tens to kings",
    "comes before playing the pair low: the Ace or Joker goes low, keeping the straight or flush if possible",
)
R32 = Ruling(
    "R32",
    "a straight or flush whose pair cannot go low, no exception",
    "keep the straight or flush with the highest low hand",
)
R33 = Ruling("R33", "four of a kind with a pair or three of a kind, aces too", "the pair goes low")
R34 = Ruling("R34", "three aces and a pair", "the full-house rule")
R35 = Ruling("R35", "the card that goes low with the Ace of three aces", "the highest single")
R36 = Ruling("R36", "a player's foul hand is not described", "it is set the house way")
R37 = Ruling("R37", "no Fortune pay table is printed and side betting is barred", "the main wager only")

# House way, five cards
R40 = Ruling(
    "R40",
    "read literally the rule breaks a plain pair across the two hands",
    "literally: the highest legal low hand, then the highest high hand",
)
R41 = Ruling("R41", "damaged suits in two examples", "example 10 has its 10-5-4 suited, the 4 of example 6 is no club")

# Play and settlement
R50 = Ruling("R50", "a copy with a win, with a loss, two copies", "a copy is the dealer's: standoff, loss, loss")
R51 = Ruling("R51", "'Tie' is used where 'Standoff' is defined", "one thing, shown by the book's own word")
R52 = Ruling("R52", "a Fortune line: as set or as dealt", "the seven cards, however set; so for the dealer's envy bar")
R53 = Ruling("R53", "three of a kind pays more than a straight", "the best-paying line the seven cards hold, once")
R54 = Ruling("R54", "A-2-3-4-5-6-7 of one suit", "a seven-card straight flush")
R55 = Ruling("R55", "Royal Match with the Joker", "only inside the royal flush; King and Queen natural, of one suit")
R56 = Ruling(
    "R56",
    "envy: how often and to whom",
    "one for each qualifying hand of another player, to each seated player with a Fortune wager, once a player",
)
R57 = Ruling("R57", "two players with a natural seven-card straight flush", "neither receives an envy bonus")
R58 = Ruling("R58", "rounding the commission", "none: the table's unit makes 5% a whole number of cents")
R59 = Ruling("R59", "wagers of a conceded hand", "the Standard wager loses, Fortune and envy stand on the seven cards")
R60 = Ruling(
    "R60",
    "several players on one wager",
    "the first controls the hand, then the next, who may view it too; money is divided by stake, odd cents to the "
    "largest stake, then the earliest",
)
R61 = Ruling("R61", "when a player is absent", "a hand not set when the setting time ends")
R62 = Ruling("R62", "a second hand viewed", "the hand viewed second is removed and its wagers returned")
R63 = Ruling("R63", "a wager over the maximum", "settled on the maximum, the excess returned untouched")
R64 = Ruling("R64", "a wager under the minimum", "the first is settled as it lies, later ones by that player returned")
R65 = Ruling(
    "R65",
    "a wrong deal: which irregularity applies",
    "no card handled: the misdeal clause; then the counts; handled but not viewed: referred in v4, void in v3",
)
R66 = Ruling("R66", "one card exposed in the initial deal", "play continues")
R67 = Ruling("R67", "withdrawal before any further cards are dealt", "until the dealer's hand is revealed")
R68 = Ruling(
    "R68", "when an outcome is established", "once the dealer's hand is revealed or a wager has been won or lost"
)
R69 = Ruling("R69", "how late a wrong setting may be corrected", "at any time, by a new entry that refers to the round")
R70 = Ruling("R70", "a player who wins one hand and draws the other", "a push")
R71 = Ruling(
    "R71", "which optional wagers may be combined", "any, each once a position; both Pai Gow wagers are separate"
)
R72 = Ruling("R72", "a dealer who does not qualify", "the main wager pushes at once; judged on the low hand as set")
R73 = Ruling("R73", "which pay table is in use", "chosen for each table; A unless said otherwise")
R74 = Ruling("R74", "a player's foul hand", "set by the five-card house way")
R75 = Ruling("R75", "acts that version 3 does not print", "refused, saying so; an unset hand is set the house way")

# Play and settlement, second reading
R76 = Ruling(
    "R76",
    "moving complete hands when every position has its seven cards",
    "only in a reported wrong deal of a physical deck, by a Pit Supervisor; the house never deals its own deck wrongly",
)
R77 = Ruling(
    "R77",
    "envy: which hands are another player's",
    "a hand is your own if you have a Standard stake on it or control it; it counts while it carries a Standard wager",
)
R78 = Ruling(
    "R78",
    "envy: a Fortune Bonus stake on another player's area",
    "any such stake makes a seated player eligible, once for each qualifying hand",
)
R79 = Ruling("R79", "a hand viewed or handled, then removed or moved", "it stays viewed and handled for that round")
R80 = Ruling(
    "R80",
    "limits of a shared wager",
    "they hold for the sum; a short wager marks all who share it, one cut short by a part returned marks nobody",
)
R81 = Ruling("R81", "a wager below the minimum when betting closes", "returned at once, and no cards are dealt for it")
R82 = Ruling(
    "R82",
    "amounts found that are no multiples of the unit",
    "any whole cents; commission to the cent, half a cent in the player's favour",
)
R83 = Ruling(
    "R83", "several wagers below the minimum in one round", "the first round in which it is found, all of them"
)
R84 = Ruling("R84", "withdrawing a part of a shared wager while betting is open", "always possible")
R85 = Ruling(
    "R85",
    "where a Fortune Bonus may be placed",
    "on any area with a Standard wager, by a player with a Standard stake anywhere in the round",
)
R86 = Ruling(
    "R86",
    "who may bet on a seated player's area",
    "others, once the seated player has bet and opened the area to them; the dealer at the request of both",
)
R87 = Ruling(
    "R87",
    "who orders a remedy",
    "a Pit Supervisor or above; the dealer where there is no choice and no money moves",
)
R88 = Ruling("R88", "exposed cards reported one at a time", "they add up over the initial deal")
R89 = Ruling(
    "R89",
    "faults found late",
    "wrong deals until the settlement, wrong counts until the next round, confidentiality and referrals at any time",
)
R90 = Ruling("R90", "viewing a hand with a wrong number of cards", "allowed, and it counts as viewed")
R91 = Ruling("R91", "the manual count of the deck", "decides alone: the right number continues, any other is void")
R92 = Ruling(
    "R92", "how long the option of a power failure lasts", "until the player's or the dealer's next act of play"
)
R93 = Ruling("R93", "who permits a dissatisfied player to withdraw", "a Pit Supervisor; an automatic table always")
R94 = Ruling(
    "R94",
    "a hand conceded to a wrong setting of the dealer",
    "the concession falls with that setting; after settlement the cards decide",
)
R95 = Ruling("R95", "a correction while another fault is on hold", "always possible")
R96 = Ruling("R96", "whether a setting is final", "it may be taken back until the reveal; not a foul hand")
R97 = Ruling("R97", "where and how long a player is prohibited", "in the whole house, until a Shift Manager lifts it")
R98 = Ruling("R98", "dealing one card at a time in version 3", "refused; higher positions may act for lower ones")
R99 = Ruling("R99", "pay tables of the two Pai Gow wagers", "one, A or B, for both")
R100 = Ruling("R100", "limits and unset hands", "limits are set for the table; an unset hand is set the house way")
R101 = Ruling("R101", "words for two hands of the same rank", "each book's own: a copy, a tie, a draw")

# House ways known from public descriptions
B1 = Ruling(
    "B1",
    "how a round is conducted is not described",
    "as in the United States house way: players set first, the dealer reveals last; no irregularity has a remedy",
)
B2 = Ruling(
    "B2",
    "one pair that cannot go low, and a straight and a flush that leave the same highest low card",
    "the highest low hand; the published counts are the average of this reading and the other",
)
B3 = Ruling(
    "B3",
    "three of a kind and two pairs: which pair goes low",
    "the higher of the two pairs; the three of a kind stays together",
)
B4 = Ruling(
    "B4",
    "A-2-3-4-5 is counted both ways in public descriptions of trump-plaza",
    "the lowest straight; trump-plaza-wheel is the same book with it second highest",
)
B5 = Ruling(
    "B5",
    "an Ace, a pair of tens to kings and a straight or flush: when the pair stays high",
    "when the Ace and the next highest card are a higher low hand than any that leaves a straight or flush",
)
B6 = Ruling(
    "B6",
    "the line for two low pairs is missing in public copies of mgm-2002",
    "both kept with an Ace or King, else split, as trump-plaza",
)
B7 = Ruling("B7", "the commission of stones is not described", "5% of a win, as trump-plaza")

# Games on a known house way: commission-free and face-up
B8 = Ruling("B8", "what a nine-high low hand is", "two cards without a pair, the higher of them a nine")
B9 = Ruling(
    "B9",
    "which hands of the dealer are ace high and push",
    "the high hand as set holds an Ace or the Joker and no pair, straight or flush; the player's hand does not matter",
)
B10 = Ruling(
    "B10",
    "how Ace-High is judged",
    "on all seven cards: an Ace or the Joker, no pair, and no straight or flush in any five of them",
)
B11 = Ruling(
    "B11", "Ace-High when both hands are ace high and the dealer's holds the Joker", "paid once, on the line for both"
)
B12 = Ruling(
    "B12",
    "how a round of face-up is conducted",
    "the dealer's hand is turned up and set as soon as it is dealt, and the players set last; B1 otherwise",
)

# Banking, which no description of these house ways mentions
B20 = Ruling(
    "B20",
    "whether players may bank is not described",
    "in turn, clockwise; whoever takes the bank puts up what it can lose, and the house plays no hand against it",
)
B21 = Ruling(
    "B21",
    "what a player who banks pays the commission on",
    "what the bank wins in the whole round, if it wins anything",
)
B22 = Ruling(
    "B22", "whether the house co-banks", "it takes half of a bank on request; the bank's hand is then set the house way"
)
