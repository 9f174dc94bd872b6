// Written by scripts/page-types from the structs of the house; change those, then run it again.
// Here: the messages of a table's socket, in both directions, and the answers pages ask for over HTTP.

declare namespace Wire {
  type Command =
    | Sit
    | Leave
    | AnnouncePlaceYourBets
    | PlaceWager
    | WithdrawWager
    | ShareArea
    | AnnounceNoMoreBets
    | Deal
    | KeyIn
    | KeyAgain
    | ViewHand
    | SetHand
    | TakeBack
    | SetHouseWay
    | EndSetting
    | Reveal
    | Concede
    | ViewConceded
    | Settle
    | Restrict
    | AllowMore
    | Prohibit
    | Report
    | RemedyFault
    | Retract
    | PermitWithdrawal
    | WithdrawRemaining
    | Correct
    | SetLimits
    | OfferBank
    | TakeBank
    | PassBank;

  type Event =
    | TableOpened
    | LimitsSet
    | ChipsBought
    | PlaceTaken
    | PlaceLeft
    | BettingOpened
    | WagerPlaced
    | WagerWithdrawn
    | AreaShared
    | BettingClosed
    | HandDealt
    | DealEnded
    | CardsKeyedAgain
    | HandViewed
    | FoulDeclared
    | HandSet
    | SettingTakenBack
    | DealerRevealed
    | RevealEnded
    | DealerFailedToQualify
    | HandConceded
    | ConcededHandViewed
    | HandShown
    | WagerSettled
    | EnvyPaid
    | EnvyBarred
    | RoundSettled
    | RoundVoided
    | PlayerRestricted
    | MoreHandsAllowed
    | IrregularityReported
    | IrregularityRemedied
    | ReportRetracted
    | HandsMoved
    | HandReconstructed
    | HandRemoved
    | WagerFound
    | PlayerProhibited
    | WithdrawalOffered
    | WithdrawalEnded
    | SettlementCorrected
    | EnvyCorrected
    | RoundCorrected
    | BankOffered
    | BankTaken
    | BankPassed
    | BankSettled;

  type Debt =
    | DebtBooked
    | DebtDeducted;

  type PageMessage =
    | Do
    | Preview
    | Ready
    | Cut
    | Decline
    | Chips
    | Company
    | Say
    | Run
    | Ask
    | Confirm
    | DeclineRequest
    | TakeBackRequest
    | Ping;

  type HouseMessage =
    | Hello
    | Happened
    | SceneChanged
    | Reviewed
    | Said
    | Done
    | Previewed
    | NotDone
    | Goodbye;

  interface Sit {
    type: "sit";
    position: number;
  }

  interface Leave {
    type: "leave";
    position: number;
  }

  interface AnnouncePlaceYourBets {
    type: "place your bets";
    own_deck?: boolean;
  }

  interface PlaceWager {
    type: "wager";
    position: number;
    wager: string;
    cents: number;
    player?: string;
  }

  interface WithdrawWager {
    type: "withdraw";
    position: number;
    wager: string;
  }

  interface ShareArea {
    type: "share";
    position: number;
    stop?: boolean;
  }

  interface AnnounceNoMoreBets {
    type: "no more bets";
  }

  interface Deal {
    type: "deal";
    deck: string[];
  }

  interface KeyIn {
    type: "key in";
    hands: Record<number, string[]>;
  }

  interface KeyAgain {
    type: "key again";
    hands: Record<number, string[]>;
  }

  interface ViewHand {
    type: "view";
    position: number;
  }

  interface SetHand {
    type: "set";
    position: number;
    low: string[];
  }

  interface TakeBack {
    type: "take back";
    position: number;
  }

  interface SetHouseWay {
    type: "house way";
    position: number;
    low?: string[];
  }

  interface EndSetting {
    type: "end setting";
  }

  interface Reveal {
    type: "reveal";
    low?: string[];
  }

  interface Concede {
    type: "concede";
    position: number;
  }

  interface ViewConceded {
    type: "view conceded";
    position: number;
  }

  interface Settle {
    type: "settle";
  }

  interface Restrict {
    type: "restrict";
    player: string;
    lift?: boolean;
  }

  interface AllowMore {
    type: "allow more";
    player: string;
    lift?: boolean;
  }

  interface Prohibit {
    type: "prohibit";
    player: string;
    lift?: boolean;
  }

  interface Report {
    type: "report";
    fault: Fault;
    position?: number;
    wager?: string;
    player?: string;
    cents?: number;
    cards?: number;
    handled?: boolean;
    note?: string;
  }

  type Fault =
    | "wrong deck"
    | "misdeal"
    | "dealer's count"
    | "cards exposed"
    | "late wager"
    | "late withdrawal"
    | "player's count"
    | "wagered position without cards"
    | "cards at an unwagered position"
    | "device count"
    | "deck count"
    | "under minimum"
    | "over maximum"
    | "confidentiality"
    | "second hand viewed"
    | "wrong house way"
    | "power failure"
    | "other";

  interface RemedyFault {
    type: "remedy";
    remedy: Remedy;
    moves?: Record<number, number>;
    hands?: Record<number, string[]>;
  }

  type Remedy =
    | "void"
    | "continue"
    | "reconstruct"
    | "refuse the wager"
    | "let the wager stand"
    | "remove the hand"
    | "return the wagers"
    | "discard the cards"
    | "prohibit the player"
    | "set right"
    | "offer withdrawal";

  interface Retract {
    type: "retract";
  }

  interface PermitWithdrawal {
    type: "permit withdrawal";
  }

  interface WithdrawRemaining {
    type: "withdraw remaining";
  }

  interface Correct {
    type: "correct";
    round: number;
  }

  interface SetLimits {
    type: "set limits";
    limits?: Record<string, [number, number]>;
    exposure?: number;
  }

  interface OfferBank {
    type: "offer the bank";
  }

  interface TakeBank {
    type: "take the bank";
    position: number;
    cents: number;
    shared?: boolean;
  }

  interface PassBank {
    type: "pass the bank";
    position: number;
  }

  interface TableOpened {
    type: "table opened";
    table: string;
    book: string;
    digest: string;
    positions: number;
    unit: number;
    limits: Record<string, [number, number]>;
    pay_tables: Record<string, string>;
    manual: boolean;
    clause: string;
  }

  interface LimitsSet {
    type: "limits set";
    by: string;
    limits: Record<string, [number, number]>;
    exposure: number;
    clause: string;
  }

  interface ChipsBought {
    type: "chips bought";
    player: string;
    cents: number;
    clause: string;
  }

  interface PlaceTaken {
    type: "place taken";
    position: number;
    player: string;
    clause: string;
  }

  interface PlaceLeft {
    type: "place left";
    position: number;
    player: string;
    clause: string;
  }

  interface BettingOpened {
    type: "betting opened";
    round: number;
    own_deck: boolean;
    clause: string;
  }

  interface WagerPlaced {
    type: "wager placed";
    position: number;
    wager: string;
    player: string;
    cents: number;
    by: string;
    acting: string;
    joins: string;
    clause: string;
  }

  interface WagerWithdrawn {
    type: "wager withdrawn";
    position: number;
    wager: string;
    player: string;
    cents: number;
    clause: string;
  }

  interface AreaShared {
    type: "area shared";
    position: number;
    player: string;
    stopped: boolean;
    clause: string;
  }

  interface BettingClosed {
    type: "betting closed";
    clause: string;
  }

  interface HandDealt {
    type: "hand dealt";
    position: number;
    number: number;
    cards: string[];
    clause: string;
  }

  interface DealEnded {
    type: "deal ended";
    own_deck: boolean;
    clause: string;
  }

  interface CardsKeyedAgain {
    type: "cards keyed again";
    position: number;
    number: number;
    cards: string[];
    was: string[];
    by: string;
    clause: string;
  }

  interface HandViewed {
    type: "hand viewed";
    position: number;
    player: string;
    clause: string;
  }

  interface FoulDeclared {
    type: "foul declared";
    position: number;
    player: string;
    clause: string;
  }

  interface HandSet {
    type: "hand set";
    position: number;
    low: string[];
    house_way: string;
    wrong: boolean;
    clause: string;
  }

  interface SettingTakenBack {
    type: "setting taken back";
    position: number;
    player: string;
    clause: string;
  }

  interface DealerRevealed {
    type: "dealer revealed";
    cards: string[];
    low: string[];
    house_way: string;
    wrong: boolean;
    banker: string;
    clause: string;
  }

  interface RevealEnded {
    type: "reveal ended";
    clause: string;
  }

  interface DealerFailedToQualify {
    type: "dealer failed to qualify";
    clause: string;
  }

  interface HandConceded {
    type: "hand conceded";
    position: number;
    player: string;
    clause: string;
  }

  interface ConcededHandViewed {
    type: "conceded hand viewed";
    position: number;
    by: string;
    acting: string;
    clause: string;
  }

  interface HandShown {
    type: "hand shown";
    position: number;
    low: string[];
    high: string[];
    low_result: Comparison;
    high_result: Comparison;
    clause: string;
  }

  type Comparison =
    | "won"
    | "copy"
    | "lost"
    | "";

  interface WagerSettled {
    type: "wager settled";
    position: number;
    wager: string;
    player: string;
    stake: number;
    result: Result;
    payout: number;
    commission: number;
    back: number;
    line: string;
    reason: string;
    limit: LimitRule;
    bank: string;
    clause: string;
  }

  type Result =
    | "win"
    | "standoff"
    | "lose"
    | "returned";

  type LimitRule =
    | ""
    | "under minimum"
    | "under minimum again"
    | "over maximum";

  interface EnvyPaid {
    type: "envy paid";
    player: string;
    position: number;
    line: string;
    cents: number;
    clause: string;
  }

  interface EnvyBarred {
    type: "envy barred";
    player: string;
    position: number;
    line: string;
    bar: EnvyBar;
    clause: string;
  }

  type EnvyBar =
    | "the dealer's hand earns one too"
    | "a hand of their own earns the largest"
    | "a hand of their own earns one, and this is not the largest";

  interface RoundSettled {
    type: "round settled";
    round: number;
    clause: string;
  }

  interface RoundVoided {
    type: "round voided";
    round: number;
    clause: string;
  }

  interface PlayerRestricted {
    type: "player restricted";
    player: string;
    lifted: boolean;
    acting: string;
    clause: string;
  }

  interface MoreHandsAllowed {
    type: "more hands allowed";
    player: string;
    lifted: boolean;
    clause: string;
  }

  interface IrregularityReported {
    type: "irregularity reported";
    fault: Fault;
    by: string;
    role: Role;
    position: number;
    wager: string;
    player: string;
    cents: number;
    cards: number;
    handled: boolean;
    note: string;
    clause: string;
  }

  type Role =
    | 0
    | 1
    | 2
    | 3
    | 4;

  interface IrregularityRemedied {
    type: "irregularity remedied";
    fault: Fault;
    remedy: Remedy;
    by: string;
    then_withdraw: string;
    clause: string;
  }

  interface ReportRetracted {
    type: "report retracted";
    fault: Fault;
    by: string;
    clause: string;
  }

  interface HandsMoved {
    type: "hands moved";
    moves: Record<number, number>;
    clause: string;
  }

  interface HandReconstructed {
    type: "hand reconstructed";
    position: number;
    number: number;
    cards: string[];
    clause: string;
  }

  interface HandRemoved {
    type: "hand removed";
    position: number;
    clause: string;
  }

  interface WagerFound {
    type: "wager found";
    position: number;
    wager: string;
    player: string;
    was: number;
    cents: number;
    clause: string;
  }

  interface PlayerProhibited {
    type: "player prohibited";
    player: string;
    lifted: boolean;
    clause: string;
  }

  interface WithdrawalOffered {
    type: "withdrawal offered";
    until_next_act: boolean;
    clause: string;
  }

  interface WithdrawalEnded {
    type: "withdrawal ended";
    clause: string;
  }

  interface SettlementCorrected {
    type: "settlement corrected";
    round: number;
    position: number;
    wager: string;
    player: string;
    was: Result;
    result: Result;
    cents: number;
    commission: number;
    clause: string;
  }

  interface EnvyCorrected {
    type: "envy corrected";
    round: number;
    position: number;
    player: string;
    cents: number;
    clause: string;
  }

  interface RoundCorrected {
    type: "round corrected";
    round: number;
    by: string;
    removed: number[];
    void: boolean;
    unmarked: string[];
    clause: string;
  }

  interface BankOffered {
    type: "bank offered";
    position: number;
    player: string;
    clause: string;
  }

  interface BankTaken {
    type: "bank taken";
    position: number;
    player: string;
    cents: number;
    shared: boolean;
    clause: string;
  }

  interface BankPassed {
    type: "bank passed";
    position: number;
    player: string;
    cents: number;
    clause: string;
  }

  interface BankSettled {
    type: "bank settled";
    position: number;
    player: string;
    cents: number;
    won: number;
    house: number;
    commission: number;
    clause: string;
  }

  interface DebtBooked {
    type: "debt booked";
    table: string;
    round: number;
    version: number;
    player: string;
    cents: number;
    left: number;
    clause: string;
  }

  interface DebtDeducted {
    type: "debt deducted";
    table: string;
    round: number;
    version: number;
    of_table: string;
    of_round: number;
    player: string;
    cents: number;
    left: number;
    clause: string;
  }

  interface Do {
    type: "do";
    command: Command;
    round?: number | null;
    version?: number | null;
    id: string;
  }

  interface Preview {
    type: "preview";
    command: Command;
    id: string;
  }

  interface Ready {
    type: "ready";
    round: number;
    id: string;
  }

  interface Cut {
    type: "cut";
    words: string;
    id: string;
  }

  interface Decline {
    type: "decline";
    id: string;
  }

  interface Chips {
    type: "chips";
    id: string;
  }

  interface Company {
    type: "company";
    bots: number;
    id: string;
  }

  interface Say {
    type: "say";
    phrase: string;
    id: string;
  }

  interface Run {
    type: "run";
    dealer?: string;
    deck?: string;
    open?: boolean | null;
    id: string;
  }

  interface Ask {
    type: "ask";
    command: Command;
    round?: number | null;
    version?: number | null;
    id: string;
  }

  interface Confirm {
    type: "confirm";
    request: string;
    digest: string;
    cards?: Record<number, string[]>;
    id: string;
  }

  interface DeclineRequest {
    type: "decline-request";
    request: string;
    digest: string;
    why: string;
    id: string;
  }

  interface TakeBackRequest {
    type: "take-back";
    request: string;
    id: string;
  }

  interface Ping {
    type: "ping";
    id: string;
  }

  interface Hello {
    type: "hello";
    protocol: number;
    scene: Scene;
    lines: Line[];
    phrases: Record<string, string>;
  }

  interface Scene {
    table: TableView;
    you: You;
    can: Permissions;
    running: TableMode;
    clock: Clock | null;
    commitment: string;
    cut_by: string[];
    present: string[];
    ready: string[];
    supervised: boolean;
    arranging: Arranging | null;
    names: Record<number, Names>;
    owed: Record<string, number>;
    stopped: string;
    exposure: Exposure | null;
    conflicts: Record<string, string>;
    below: Record<number, Record<string, number>>;
    cover: Cover | null;
    asked: Requests;
    proposals: Proposed[];
    proposed: Proposed | null;
    bots: Record<string, string>;
    company: number;
    until_act: boolean;
  }

  interface TableView {
    id: string;
    book: string;
    round: number;
    phase: Phase;
    positions: number;
    unit: number;
    limits: Record<string, [number, number]>;
    pay_tables: Record<string, string>;
    seats: Record<number, string>;
    wagers: Record<number, Record<string, Stake[]>>;
    hands: Record<number, HandView>;
    hold: Hold | null;
    offer: string;
    restricted: string[];
    allowed_more: string[];
    prohibited: string[];
    shared: number[];
    settled: boolean;
    bank: Bank | null;
    bank_offered: number;
    version: number;
  }

  type Phase =
    | "between rounds"
    | "betting"
    | "no more bets"
    | "setting"
    | "revealed";

  interface Stake {
    player: string;
    cents: number;
  }

  interface HandView {
    number: number;
    cards: string[];
    low: string[];
    house_way: string;
    viewed_by: string;
    is_set: boolean;
    conceded: boolean;
  }

  interface Hold {
    fault: Fault;
    clause: string;
    by: string;
    role: Role;
    position: number;
    wager: string;
    player: string;
    cents: number;
    cards: number;
    handled: boolean;
    note: string;
  }

  interface Bank {
    player: string;
    position: number;
    cents: number;
    shared: boolean;
  }

  interface You {
    name: string;
    role: number;
    role_words: string;
    positions: number[];
    hands: number[];
    bankroll: number;
    owed: number;
    stacks: number;
    prohibited: boolean;
    staffs: string;
    barred: string;
    check: Reality | null;
  }

  interface Reality {
    minutes: number;
    cents: number;
  }

  interface Permissions {
    sit: number[];
    leave: number[];
    wager: Record<number, Record<string, number>>;
    why_not_wager: Record<number, Record<string, string>>;
    withdraw: Record<number, string[]>;
    view: number[];
    one_hand: string;
    set: number[];
    why_not_set: Record<number, string>;
    take_back: number[];
    share: number[];
    concede: number[];
    bank: BankOffer | null;
    pass_bank: number;
    withdraw_remaining: string;
    cut: boolean;
    ready: boolean;
    chips: boolean;
    pay: number;
    company: number;
    acts: Choice[];
    key_again: Choice | null;
    faults: Choice[];
    remedies: Choice[];
    permit: Choice | null;
    prohibit: Choice | null;
    restrict: Choice | null;
    allow_more: Choice | null;
    correct: Choice | null;
    house_way: number[];
    conceded: number[];
    limits: boolean;
    write_off: boolean;
  }

  interface BankOffer {
    position: number;
    alone: BankAmounts | null;
    shared: BankAmounts | null;
  }

  interface BankAmounts {
    least: number;
    most: number;
    suggested: number;
    covers: number;
    clause: string;
  }

  interface Choice {
    name: string;
    clause: string;
    by: string;
    refusal: string;
    asks: string[];
    two: boolean;
    confirms: string;
  }

  interface TableMode {
    dealer: string;
    deck: string;
    open: boolean;
    by: string;
  }

  interface Clock {
    what: string;
    seconds: number;
    left: number;
  }

  interface Arranging {
    position: number;
    cards: string[];
    splits: Split[];
    house_way: string[];
    clause: string;
  }

  interface Split {
    low: string[];
    low_name: string;
    high_name: string;
    foul: string;
  }

  interface Names {
    low: string;
    high: string;
    call: string;
  }

  interface Exposure {
    now: number;
    most: number;
    cap: number;
  }

  interface Cover {
    covers: number;
    left: number;
  }

  interface Requests {
    waiting: WaitingRequest[];
    ended: EndedRequest[];
  }

  interface WaitingRequest {
    id: string;
    place: string;
    at_a_table: boolean;
    act: string;
    sentence: string;
    lines: ShownLine[];
    by: string;
    role_words: string;
    confirms_words: string;
    at: number;
    until: number;
    digest: string;
    cards_of: number[];
    mine: boolean;
    refusal: string;
  }

  interface ShownLine {
    sentence: string;
    clause: string;
    player: string;
    cents: number;
  }

  interface EndedRequest {
    id: string;
    place: string;
    sentence: string;
    how: string;
    words: string;
    at: number;
  }

  interface Proposed {
    player: string;
    by: string;
    position: number;
    wager: string;
    cents: number;
    lasts: number;
    declined: boolean;
  }

  interface Line {
    version: number;
    sentence: string;
    clause: string;
    event: Debt | Event;
    received: number;
    net: number;
    asked_by: string;
  }

  interface Happened {
    type: "happened";
    lines: Line[];
    scene: Record<string, unknown>;
  }

  interface SceneChanged {
    type: "scene";
    scene: Record<string, unknown>;
  }

  interface Reviewed {
    type: "review";
    round: number;
    reviews: Review[];
  }

  interface Review {
    position: number;
    yours: ValuedSetting;
    house_way: ValuedSetting;
    clause: string;
    same: boolean;
    best: ValuedSetting | null;
    deals: number;
    given_up: string;
    given_up_float: number | null;
    grade: Grade | null;
    set_by_dealer: boolean;
    dealer_cards: string[];
  }

  interface ValuedSetting {
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
    ev: string;
    ev_float: number | null;
  }

  type Grade =
    | "best"
    | "good"
    | "inaccuracy"
    | "mistake"
    | "blunder";

  interface Said {
    type: "said";
    player: string;
    phrase: string;
    words: string;
  }

  interface Done {
    type: "done";
    id: string;
  }

  interface Previewed {
    type: "previewed";
    id: string;
    lines: Line[];
    confirms: string;
  }

  interface NotDone {
    type: "refused";
    id: string;
    reason: string;
    sentence: string;
    clause: string;
  }

  interface Goodbye {
    type: "goodbye";
    sentence: string;
    retry: number;
  }

  interface SeenRound {
    table: string;
    book: string;
    round: number;
    manual: boolean;
    lines: Line[];
    hands: Record<number, SeenHand>;
    ended: string;
    commitment: string;
    proof: SeenProof | null;
  }

  interface SeenHand {
    number: number;
    cards: string[];
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
    house_way: string;
    viewed_by: string;
    is_set: boolean;
    conceded: boolean;
  }

  interface SeenProof {
    format: string;
    table: string;
    book: string;
    round: number;
    cards: number;
    commitment: string;
    seed: string;
    salt: string;
    cut: AddedWords[];
    deck: number[];
    ended: string;
    reason: string;
  }

  interface AddedWords {
    player: string;
    words: string;
  }

  interface Confirmation {
    request: string;
    digest: string;
    cards: Record<number, string[]>;
  }

  interface Refusal {
    request: string;
    digest: string;
    why: string;
  }

  interface OwnRequest {
    request: string;
  }

  interface BookCard {
    book: string;
    title: string;
    source: string;
    deck: number;
    cards: string[];
    dealt: number;
    high: number;
    dealer_exposed: boolean;
    concession: boolean;
    wagers: WagerCard[];
    clauses: Record<string, string>;
    faults: FaultCard[];
  }

  interface WagerCard {
    key: string;
    name: string;
    cite: string;
    main: boolean;
    judged: string;
    standoff_word: string;
    pays: number;
    commission: string;
    pay_tables: PayTableCard[];
    note: string;
  }

  interface PayTableCard {
    name: string;
    lines: PayLine[];
  }

  interface PayLine {
    name: string;
    pays: number;
    envy: number;
  }

  interface FaultCard {
    fault: string;
    cite: string;
    phases: string[];
  }

  interface BookLine {
    book: string;
    title: string;
    version: string;
    house: string;
    effective: string;
    deck: number;
    dealt: number;
    hands: number;
    wheel: string;
    clauses: number;
    rulings: string[];
    wagers: string[];
    group: string;
    summary: string;
    digest: string;
  }

  interface Analysis {
    book: string;
    dealer: string;
    hand: string[];
    dead: string[];
    deals: number;
    net: string;
    commission: string;
    standoff_word: string;
    settings: AnalysedSetting[];
    house_way: number;
    clause: string;
    best: number;
    played: number | null;
    dealer_hand: DealersHand | null;
  }

  interface AnalysedSetting {
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
    win: number;
    standoff: number;
    lose: number;
    ev: string;
    ev_float: number;
    given_up: string;
    given_up_float: number;
    grade: Grade;
    beaten: boolean;
  }

  interface DealersHand {
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
    clause: string;
    push: string;
  }

  interface BookSetting {
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
    book: string;
    title: string;
    clause: string;
    rulings: string[];
    why: SpokenClause[];
  }

  interface SpokenClause {
    clause: string;
    when: string;
    permits: string;
    low: string[];
    overridden_by: string[];
  }

  interface RulesCard {
    book: string;
    title: string;
    source: string;
    deck: string;
    straights: string;
    hands: number;
    digest: string;
    summary: string;
    published: boolean;
    how_to_play: PlayStep[];
    how_low_is_chosen: string;
    clauses: PrintedClause[];
    references: PrintedClause[];
    rulings: PrintedRuling[];
    wagers: PrintedWager[];
    acts: [string, string, string, string][];
    faults: [string, string, string, string][];
  }

  interface PlayStep {
    title: string;
    says: string;
  }

  interface PrintedClause {
    clause: string;
    when: string;
    low: string;
    exception_to: string[];
    rulings: string[];
  }

  interface PrintedRuling {
    ruling: string;
    point: string;
    decision: string;
    rejected: string[];
  }

  interface PrintedWager {
    name: string;
    notes: string[];
  }

  interface ProvedRules {
    book: string;
    hands: number;
    clauses: ClauseProof[];
    lines: LineProof[];
    moved: MovedByReading[];
    defects: string[];
  }

  interface ClauseProof {
    clause: string;
    hands: number | null;
    printed: boolean;
    examples: NamedSetting[];
  }

  interface NamedSetting {
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
  }

  interface LineProof {
    wager: string;
    pay_table: string;
    line: string;
    hands: string;
  }

  interface MovedByReading {
    ruling: string;
    says: string;
    hands: number;
  }

  interface BookRarity {
    book: string;
    lines: LineRarity[];
  }

  interface LineRarity {
    wager: string;
    pay_table: string;
    line: string;
    chance: string;
    one_in: number;
  }

  interface OfferedWord {
    word: string;
    kind: string;
    group: string;
    label: string;
    meaning: string;
    fields: OfferedField[];
    sample: Phrase;
  }

  interface OfferedField {
    name: string;
    kind: string;
    label: string;
    by_name: boolean;
    several: boolean;
    values: OfferedValue[];
  }

  interface OfferedValue {
    value: string;
    label: string;
  }

  interface Phrase {
    says: string;
    sign: string;
    parts: Phrase[];
    word: string;
    takes: PhraseField[];
  }

  interface PhraseField {
    name: string;
    text: string;
    phrase: Phrase | null;
  }

  interface Opened {
    draft: Draft;
    base: Record<string, unknown>;
    note: string;
  }

  interface Draft {
    based_on: string;
    changes: Record<string, unknown>;
  }

  interface DraftProof {
    id: string;
    digest: string;
    based_on: string;
    valid: boolean;
    defects: string[];
    hands: number;
    clauses: DraftClause[];
    left_out: string[];
    wagers: DraftWager[];
    moves: DraftMoves | null;
  }

  interface DraftClause {
    cite: string;
    when: Phrase;
    low: Phrase;
    hands: number;
    example: string[];
    state: string;
  }

  interface DraftWager {
    key: string;
    judged: string;
    together: boolean;
    pay_tables: DraftTable[];
  }

  interface DraftTable {
    name: string;
    lines: DraftLine[];
  }

  interface DraftLine {
    name: string;
    when: Phrase;
    dealer: Phrase | null;
    counted: string;
  }

  interface DraftMoves {
    hands: number;
    of: number;
    pairs: DraftMoved[];
    more: number;
  }

  interface DraftMoved {
    hands: number;
    was: SetHandAs;
    now: SetHandAs;
  }

  interface SetHandAs {
    clause: string;
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
  }

  interface CountNews {
    state: string;
    before: number;
    done: number;
    odds: DraftOdds | null;
    error: string;
  }

  interface DraftOdds {
    id: string;
    digest: string;
    based_on: string;
    now: DraftDeals;
    was: DraftDeals;
    edges: ComparedEdge[];
  }

  interface DraftDeals {
    player: string;
    deals: number;
    win: number;
    standoff: number;
    lose: number;
  }

  interface ComparedEdge {
    wager: string;
    name: string;
    pay_table: string;
    now: string;
    now_float: number;
    was: string;
    was_float: number;
    difference: string;
    difference_float: number;
  }

  interface ParAnswer {
    book: string;
    digest: string;
    player: string;
    hands: number;
    deals: number;
    wagers: ParWager[];
  }

  interface ParWager {
    wager: string;
    name: string;
    pay_table: string;
    combinations: number;
    lines: ParLine[];
    return: string;
    return_float: number;
    house_edge: string;
    house_edge_float: number;
    hit_rate: string;
    hit_rate_float: number;
    variance: string;
    variance_float: number;
    standard_deviation: number;
    volatility_index: number;
    bands: ParBand[];
  }

  interface ParLine {
    name: string;
    combinations: number;
    probability: string;
    probability_float: number;
    net: string;
    net_float: number;
    return: string;
    return_float: number;
    envy_cents: number;
  }

  interface ParBand {
    rounds: number;
    confidence: number;
    low: number;
    high: number;
  }

  interface ComparedBooks {
    books: [string, string];
    hands: number;
    different: number;
    pairs: ComparedPair[];
  }

  interface ComparedPair {
    clauses: [string, string];
    hands: number;
    example: string[];
    settings: [NamedSetting, NamedSetting];
  }

  interface PricedDifference {
    edges: EdgeBetween[];
    pairs: PricedPair[];
    cost: string;
    cost_float: number;
  }

  interface EdgeBetween {
    player: string;
    dealer: string;
    house_edge: string;
    house_edge_float: number;
  }

  interface PricedPair {
    clauses: [string, string];
    cost: string;
    cost_float: number;
    each: string;
    each_float: number;
  }

  interface Progress {
    state: string;
    what: string;
    done: number;
  }

  interface Lobby {
    tables: LobbyTable[];
  }

  interface LobbyTable {
    name: string;
    book: string;
    title: string;
    printed: string;
    source: string;
    group: string;
    summary: string;
    positions: number;
    seats: Record<number, string>;
    present: string[];
    bots: string[];
    watching: number;
    limits: Record<string, [number, number]>;
    unit: number;
    phase: string;
    round: number;
    hold: boolean;
    dealer: string;
    open: boolean;
  }

  interface Me {
    player: PlayerSelf | null;
    staff: StaffSelf | null;
    fields: Fields;
    age_gate: string;
    gives_names: boolean;
    house_money: boolean;
  }

  interface PlayerSelf {
    name: string;
    bankroll: number;
    owed: number;
    barred: string;
  }

  interface StaffSelf {
    name: string;
    role_words: string;
    player: string;
    also_plays_as: Played[];
    locked: boolean;
    idle: number;
    at_tables: boolean;
    may_invite: NamedPosition[];
    may_see_staff: boolean;
    may_open_tables: boolean;
    may_write_off: boolean;
    may_audit: boolean;
    may_ask_the_cage: boolean;
    may_read_reports: boolean;
    may_erase: boolean;
    signed_out: string;
  }

  interface Played {
    name: string;
    until: string;
  }

  interface NamedPosition {
    position: string;
    words: string;
  }

  interface Fields {
    name: number;
    person: number;
    table: number;
    cut: number;
    note: number;
    hand: number;
    amount: number;
    positions: number;
    shortest_password: number;
    password: number;
    code: number;
    search: number;
  }

  interface Owing {
    debtors: Debtor[];
    asked: boolean;
  }

  interface Debtor {
    player: string;
    cents: number;
    because: string;
    clause: string;
  }

  interface Payment {
    id: string;
    cents: number;
  }

  interface DebtOf {
    id: string;
    player: string;
    cents: number;
    ask: boolean;
  }

  interface AskedTerms {
    book: string;
    positions: number;
    unit: number;
    limits: Record<string, [number, number]>;
  }

  interface Terms {
    wagers: WagerTerms[];
    exposure: number;
  }

  interface WagerTerms {
    key: string;
    name: string;
    least: number;
    most: number;
  }

  interface CageView {
    money: string;
    shift: number;
    last_shift: number;
    opened_by: string;
    opened_at: string;
    confirmed_above: number;
    exposure: number;
    exposure_cap: number;
    tables: CageTable[];
    cash_in_cage: number;
    chips_out: number;
    slips: CageSlip[];
    verdict: string;
    asked: boolean;
  }

  interface CageTable {
    table: string;
    open: boolean;
    tray: number;
    opening: number;
    fills: number;
    credits: number;
    drop: number;
    win: number;
    variance: number;
    counted: boolean;
    exposure: number;
    most_exposure: number;
    exposure_cap: number;
  }

  interface CageSlip {
    number: number;
    at: string;
    by: string;
    says: string;
  }

  interface CageAct {
    id: string;
    kind: string;
    cents: number;
    table: string;
    player: string;
    when: string;
    ask: boolean;
  }

  interface AuditView {
    journal: string;
    entries: number;
    hash: string;
    verified: number;
    findings: string[];
    heads: string;
    head_at: number;
    head_failures: number;
    version: string;
    program: string;
    changed: string[];
    tables: AuditedTable[];
    kinds: string[];
  }

  interface AuditedTable {
    name: string;
    book: string;
    digest: string;
    rounds: number;
    open: boolean;
  }

  interface Verified {
    entries: number;
    hash: string;
    heads: number;
    newest: number;
    findings: string[];
    not_shown: string[];
  }

  interface SeenEvents {
    events: SeenEvent[];
    more: boolean;
  }

  interface SeenEvent {
    number: number;
    when: string;
    kind: string;
    by: string;
    what: string;
    before: unknown;
    after: unknown;
    why: string;
  }

  interface EvidenceRow {
    standard: string;
    number: string;
    topic: string;
    state: string;
    how: string;
    shown: string[];
    tests: string[];
  }

  interface Stop {
    scope: string;
    name: string;
    rounds: string;
    why: string;
    by: string;
    role: string;
    at: string;
    lifted: boolean;
  }

  interface StopPlay {
    scope: string;
    name: string;
    rounds: string;
    why: string;
    lift: boolean;
  }

  interface Retirement {
    id: string;
    table: string;
    why: string;
  }

  interface Enrolment {
    name: string;
    position_words: string;
    secret: string;
    picture: Picture;
    again: boolean;
  }

  interface Picture {
    size: number;
    path: string;
  }

  interface StaffList {
    staff: StaffLine[];
    positions: NamedPosition[];
    asked: boolean;
  }

  interface StaffLine {
    name: string;
    position: string;
    role_words: string;
    player: string;
    state: string;
    last_sign_in: string | null;
    signed_in: number;
    manageable: boolean;
  }

  interface GivenInvitation {
    name: string;
    role_words: string;
    invitation: string;
    hours: number;
    waits: string;
    request: string;
  }

  interface GivenKey {
    player: string;
    key: string;
    waits: string;
    request: string;
  }

  interface RaisedAlarms {
    alarms: Alarm[];
  }

  interface Alarm {
    kind: string;
    about: string;
    sentence: string;
    since: string;
  }

  interface SafePlay {
    why_not: string;
    until: string | null;
    may_return: boolean;
    limits: SeenLimit[];
    check: number;
    checks: number[];
    periods: Record<number, string>;
    minutes: number;
    cents: number;
  }

  interface SeenLimit {
    name: string;
    value: number;
    used: number;
    later: number | null;
    since: string | null;
  }

  interface Erasure {
    player: string;
    why: string;
  }

  interface OwnLimit {
    limit: string;
    value: number;
  }

  interface OwnCheck {
    minutes: number;
  }

  interface OwnExclusion {
    days: number;
  }

  interface Exclusion {
    player: string;
    why: string;
    lift: boolean;
  }

  interface Exclusions {
    excluded: ExcludedPlayer[];
    prohibited: ProhibitedPlayer[];
    may_exclude: boolean;
    may_lift: boolean;
  }

  interface ExcludedPlayer {
    player: string;
    by: string;
    why: string;
    since: string;
    until: string | null;
  }

  interface ProhibitedPlayer {
    player: string;
    clause: string;
  }

  interface Pack {
    book: string;
    version: string;
    title: string;
    dealer_seen: boolean;
    standoff_word: string;
    hands_in_all: number;
    lows: number[][];
    names: string[];
    clauses: PackWords[];
    grades: string[];
    levels: string[];
    hands: PackHand[];
  }

  interface PackWords {
    cite: string;
    when: string;
    low: string;
  }

  interface PackHand {
    number: number;
    cards: string[];
    dealer: string[];
    clause: number;
    overridden: number[];
    low: number[];
    high: number[];
    grade: number[];
    win: number[];
    lose: number[];
    worth: number[];
    given_up: number[];
    house_way: number;
    as_house_way: number[];
    best: number;
    deals: number;
    unit: number;
    level: number;
  }

  interface Lesson {
    pack: Pack;
    dealer: DealerSet;
    compared: (Compared | null)[];
    pays: number;
    commission: string;
  }

  interface DealerSet {
    low: string[];
    high: string[];
    low_name: string;
    high_name: string;
  }

  interface Compared {
    high: Comparison;
    low: Comparison;
    result: Result;
  }

  interface TestHands {
    id: string;
    seconds: number;
    pack: Pack;
  }

  interface TestTerms {
    hands: number;
    seconds: number;
    passes: number;
  }

  interface HandedIn {
    lows: string[][];
  }

  interface TestMarked {
    result: TestResult;
    wrong: Pack;
  }

  interface TestResult {
    id: string;
    book: string;
    day: string;
    hands: number;
    right: number;
    passes: number;
    seconds: number;
    passed: boolean;
  }

  interface Certificate {
    name: string;
    title: string;
    source: string;
    result: TestResult;
  }

  interface Daily {
    day: string;
    seconds_left: number;
    pack: Pack;
    answered: Pack;
    results: DailyResult[];
    squares: Record<string, string>;
    house_way_float: number;
    days: number;
  }

  interface DailyResult {
    number: number;
    low: string[];
    grade: Grade;
    given_up: string;
    given_up_float: number;
  }

  interface DailyAnswer {
    day: string;
    number: number;
    low: string[];
  }

  interface DailySet {
    result: DailyResult;
    answered: Pack;
    kept: boolean;
  }

  interface Standings {
    day: string;
    finished: number;
    places: Place[];
  }

  interface Place {
    place: number;
    name: string;
    given_up_float: number;
    grades: Grade[];
    you: boolean;
  }

  interface TrainBook {
    book: string;
    title: string;
    group: string;
    summary: string;
    version: string;
    dealer_seen: boolean;
  }

  interface Answers {
    answers: Answer[];
  }

  interface Answer {
    id: string;
    book: string;
    drill: Drill;
    cards: string[];
    low: string[];
    dealer: string[];
    at: string;
    ms: number;
  }

  type Drill =
    | "house way"
    | "best play";

  interface TrainProgress {
    book: string;
    drill: Drill;
    answered: number;
    right: number;
    streak: number;
    best_streak: number;
    days: number;
    given_up: string;
    given_up_float: number;
    seconds: number;
    grades: Record<string, number>;
    clauses: ClauseTally[];
    missed: number;
    due: number;
    plan: number[];
  }

  interface ClauseTally {
    clause: string;
    words: string;
    answered: number;
    right: number;
    given_up_float: number;
    due: boolean;
  }
}
