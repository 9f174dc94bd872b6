"""The list of commands: their names, what each does in one sentence, and where it is.

This module imports nothing, so that `houseway --help` is answered at once. A command's module is imported only when the
command runs.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One command: the module and function that run it, and its summary, the first sentence of its own help."""

    place: str
    summary: str


COMMANDS = {
    "books": Command("books_command.list_books", "List the books."),
    "book": Command("book_command.book_files", "Write a book as a TOML file, start a new one, and list its words."),
    "set": Command("set_command.set_hands", "Set a hand the house way and show the clause that decided it."),
    "check": Command(
        "check_command.check_books", "Prove that exactly one clause sets every hand, and count hands by clause."
    ),
    "page": Command("page_command.print_page", "Print a book as one page to compare with the printed document."),
    "diff": Command("diff_command.diff_books", "Show which hands two books set differently."),
    "best": Command("best_command.best_setting", "Compare every legal setting of a hand by its exact expected value."),
    "odds": Command("odds_command.print_odds", "Print the exact odds of every wager."),
    "cost": Command("cost_command.print_costs", "Count what each clause of a house way costs compared with best play."),
    "strategy": Command(
        "strategy_command.print_strategy", "Find the best strategy of a few rules and count its exact cost."
    ),
    "values": Command(
        "values_command.print_values",
        "Count the exact value of every legal setting of every shape of hand, and write them as Parquet.",
    ),
    "solve": Command(
        "solve_command.print_solution",
        "Bound the value of the game when player and dealer both set their hands as well as can be.",
    ),
    "bank": Command("bank_command.print_bank", "Print what a player's bank is worth against one to six opponents."),
    "published": Command("published_command.print_published", "Put every published figure beside our exact one."),
    "simulate": Command("simulate_command.simulate_rounds", "Play random rounds and compare with the exact odds."),
    "par": Command("par_command.write_par_sheet", "Write the PAR sheet of a book as PDF, HTML or JSON."),
    "trace": Command("trace_command.trace_books", "Show how every clause of a document is implemented and tested."),
    "evidence": Command(
        "evidence_command.print_evidence",
        "Show what standards for gaming systems ask, what Houseway does, and the commands and tests that show it.",
    ),
    "play": Command("play_command.play", "Play against the dealer in the terminal."),
    "staff": Command("staff_command.staff", "Add, list and dismiss staff, and print who may do what."),
    "people": Command("people_command.people", "List and erase the personal data of players."),
    "serve": Command("serve_command.serve", "Open the house: live tables in the browser."),
    "replay": Command("replay_command.replay", "Replay a transcript or a recorded round, event by event."),
    "audit": Command("audit_command.audit", "Verify, export and balance the journal."),
    "cage": Command("cage_command.cage", "Print the floats of tables, and the reports of shifts."),
    "backup": Command("backup_command.backup", "Back up the journal; the house may stay open."),
    "restore": Command(
        "backup_command.restore",
        "Restore a backup into a new place and verify it; an existing journal is never overwritten.",
    ),
    "history": Command("history_command.history", "Write, read and check hand histories, an open text format."),
    "fair": Command("fair_command.fair", "Check that decks were fair, and export their proofs."),
}


def overview() -> str:
    """What `houseway --help` prints."""
    listed = "\n".join(f"  {name:<10}{command.summary}" for name, command in COMMANDS.items())
    return f"""Usage: houseway [OPTIONS] COMMAND [ARGS]...

  Printed Pai Gow Poker rulebooks, made executable.

  Example: houseway set mbs-v4 "Kc Qh 9s 6h 4c 3d 2s"

Commands:
{listed}

Options:
  --version             Print the version and exit.
  --install-completion  Install completion for the current shell.
  --show-completion     Print the completion for the current shell, to copy or change it.
  -h, --help            Print this message and exit.

`houseway COMMAND --help` explains a command, with examples.
"""
