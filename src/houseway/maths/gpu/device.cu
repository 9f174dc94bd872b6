// The loops of `maths.gpu`, for one game. No rule of a game is here: what beats what comes in as tables of ranks, how a
// book sets a hand as the worth of each class. A worth is `high << 8 | low`, dense ranks, or negative if it does not count.
//
// The host puts numbers before this text: CARDS, RANKS, JOKER (0 or 1), DEALT 7, HIGHS, LOWS, WIN_BY and LOSE_BY (hands
// won), the bits of `simulate.packing`, RANK_OF[RANKS], BINOMIAL[CARDS + 1][DEALT + 1], STEPS[5][14] (the index of a multiset of ranks).
//
// A card is its place in the deck: 4 * rank + suit, the Joker last. A set of cards is known by its colexicographic number.
// Sets that differ only in the names of suits form a class; its first set has its suits' masks of ranks in descending order.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned short u16;
typedef unsigned char u8;
#define NATURALS (4 * RANKS)
#define COLUMNS (LOWS + 1)
#define WORDS (HIGHS / 32 + 1)
#define SUBSETS 99   // of seven cards, those of at most four

// ------------------------------------------------------------------------------------------------ sets and their classes

__device__ __forceinline__ u32 number_of(const int *cards, int size) {
    u32 number = 0;
    for (int i = 0; i < size; i++) number += BINOMIAL[cards[i]][i + 1];
    return number;
}

__device__ __forceinline__ void cards_of(u32 number, int size, int *cards) {
    int card = CARDS - 1;
    for (int i = size; i > 0; i--) {
        while (BINOMIAL[card][i] > number) card--;
        cards[i - 1] = card;
        number -= BINOMIAL[card][i];
        card--;
    }
}

__device__ __forceinline__ void sort_two(u32 &a, u32 &b) { if (a < b) { u32 c = a; a = b; b = c; } }

__device__ __forceinline__ bool masks_of(const int *cards, int size, u32 *mask) {
    bool joker = false;
    mask[0] = mask[1] = mask[2] = mask[3] = 0;
    for (int i = 0; i < size; i++) {
        if (cards[i] == NATURALS) joker = true;
        else mask[cards[i] & 3] |= 1u << (cards[i] >> 2);
    }
    return joker;
}

__device__ __forceinline__ void sort_masks(u32 *mask) {
    sort_two(mask[0], mask[1]); sort_two(mask[2], mask[3]); sort_two(mask[0], mask[2]); sort_two(mask[1], mask[3]);
    sort_two(mask[1], mask[2]);
}

__device__ __forceinline__ u32 first_of_class(const int *cards, int size) {
    u32 mask[4];
    bool joker = masks_of(cards, size, mask);
    sort_masks(mask);
    u32 number = 0;
    int placed = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int suit = 0; suit < 4; suit++)
            if (mask[suit] >> rank & 1) number += BINOMIAL[4 * rank + suit][++placed];
    return joker ? number + BINOMIAL[NATURALS][++placed] : number;
}

__device__ __forceinline__ int sets_in_class(const int *cards, int size) {
    u32 mask[4];
    masks_of(cards, size, mask);
    sort_masks(mask);
    int run = 1, alike = 1;
    for (int i = 1; i < 4; i++) {
        run = mask[i] == mask[i - 1] ? run + 1 : 1;
        alike *= run;
    }
    return 24 / alike;
}

extern "C" __global__ void find_first(int size, u32 total, u32 *first) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= total) return;
    int cards[DEALT];
    cards_of(number, size, cards);
    first[number] = first_of_class(cards, size);
}

extern "C" __global__ void count_sets(int size, u32 classes, const u32 *firsts, u8 *sets) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= classes) return;
    int cards[DEALT];
    cards_of(firsts[number], size, cards);
    sets[number] = sets_in_class(cards, size);
}

// The cards of a hand in one number, a byte each.
__device__ __forceinline__ void unpack(u64 packed, int *cards) {
    #pragma unroll
    for (int i = 0; i < DEALT; i++) cards[i] = packed >> 8 * i & 255;
}

extern "C" __global__ void pack_cards(u32 classes, const u32 *firsts, u64 *packed) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= classes) return;
    int cards[DEALT];
    cards_of(firsts[number], DEALT, cards);
    u64 found = 0;
    for (int i = 0; i < DEALT; i++) found |= (u64)cards[i] << 8 * i;
    packed[number] = found;
}

// --------------------------------------------------------------------------------------------------- settings of a hand

__device__ __forceinline__ int rank_of_card(int card) { return card == NATURALS ? 13 : RANK_OF[card >> 2]; }

// What each of the 21 ways to set a hand is worth; the cards in ascending order.
__device__ void every_setting(const int *cards, const short *five, const short *five_suited, const short *two, int *worth) {
    int rank[DEALT], suits[DEALT];
    for (int i = 0; i < DEALT; i++) {
        rank[i] = rank_of_card(cards[i]);
        suits[i] = cards[i] == NATURALS ? 15 : 1 << (cards[i] & 3);
    }
    int split = 0;
    for (int a = 0; a < DEALT; a++)
        for (int b = a + 1; b < DEALT; b++) {
            int index = 0, suit = 15, held = 0, placed = 0;
            for (int i = 0; i < DEALT; i++) {
                if (i == a || i == b) continue;
                index += STEPS[placed++][rank[i]];
                suit &= suits[i];
                held |= 1 << rank[i];
            }
            int high = suit ? five_suited[held] : five[index];
            int low = two[STEPS[0][rank[a]] + STEPS[1][rank[b]]];
            worth[split++] = high << 8 | low;
        }
}

// The settings of every class that no other beats, from the highest low hand to the highest high hand, and `also` if it
// is not among them. Without `list` they are only counted.
extern "C" __global__ void list_settings(u32 classes, const u64 *packed, const short *five, const short *five_suited,
                                         const short *two, const short *least, const int *also, const u32 *begin,
                                         int *list, u8 *count) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= classes) return;
    int cards[DEALT], worth[21], order[21], legal = 0;
    unpack(packed[number], cards);
    every_setting(cards, five, five_suited, two, worth);
    for (int i = 0; i < 21; i++) {
        if (worth[i] >> 8 < least[worth[i] & 255]) continue;
        int key = (worth[i] & 255) << 16 | worth[i] >> 8, at = legal++;
        while (at > 0 && order[at - 1] < key) { order[at] = order[at - 1]; at--; }
        order[at] = key;
    }
    int highest = -1, kept = 0, wanted = also ? also[number] : -1;
    for (int i = 0; i < legal; i++) {
        int high = order[i] & 0xffff, found = high << 8 | order[i] >> 16;
        if (high <= highest && found != wanted) continue;
        if (high > highest) highest = high;
        if (found == wanted) wanted = -1;
        if (list) list[begin[number] + kept] = found;
        kept++;
    }
    if (!list) count[number] = kept;
}

// The corners of the settings of every class (`worth.dealer_seen_first`), and between neighbours what both contain.
extern "C" __global__ void list_corners(u32 classes, const u32 *begin, const int *list, const u32 *corner_begin,
                                        int *corners, int *tops) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= classes) return;
    u32 at = corner_begin[number], from = begin[number], to = begin[number + 1];
    for (u32 i = from; i < to; i++) {
        if (i > from) corners[at++] = (list[i - 1] & ~255) | (list[i] & 255);
        corners[at++] = list[i];
    }
    tops[number] = (list[to - 1] & ~255) | (list[from] & 255);
}

// The worth of every class as a book sets it, given the worth of every shape: `keys` are those of `cards.shapes`.
extern "C" __global__ void worth_by_shape(u32 classes, const u64 *packed, int shapes, const u64 *keys, const int *worth,
                                          int *found) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= classes) return;
    int cards[DEALT], of_suit[4] = {0, 0, 0, 0}, joker = 0;
    unpack(packed[number], cards);
    for (int i = 0; i < DEALT; i++) {
        if (cards[i] == NATURALS) joker = 1;
        else of_suit[cards[i] & 3]++;
    }
    u64 key = joker ? 1ull << 39 : 0;
    for (int i = 0; i < DEALT; i++) {
        if (cards[i] == NATURALS) continue;
        int rank = RANK_OF[cards[i] >> 2];
        key += 1ull << 3 * rank;
        if (of_suit[cards[i] & 3] + joker >= 5) key |= 1ull << (40 + rank);
    }
    int below = 0, above = shapes;
    while (below + 1 < above) {
        int middle = (below + above) / 2;
        if (keys[middle] <= key) below = middle; else above = middle;
    }
    found[number] = keys[below] == key ? worth[below] : -2;
}

// ---------------------------------------------------------------------------------------- at most four cards in common

// The subset of a hand with a given number: the sets of cards of at most four, by their places in the hand as bits.
// `class_of` holds the classes of the sets of 0, 1, 2, 3 and 4 cards one after the other, numbered through.
__device__ __forceinline__ u32 class_of_subset(const int *cards, int subset, const u32 *class_of) {
    u32 number = 0, before = 0;
    int placed = 0;
    for (int i = 0; i < DEALT; i++)
        if (subset >> i & 1) {
            before += BINOMIAL[CARDS][placed];
            number += BINOMIAL[cards[i]][++placed];
        }
    return class_of[before + number];
}

struct __align__(8) Marks { u32 bits, before; };

// Which of the high hands that are asked about are below `high`: their number is the row of its table.
__device__ __forceinline__ u32 row_of(const Marks *marks, u32 set, int high) {
    Marks word = marks[(u64)set * WORDS + (high >> 5)];
    return word.before + __popc(word.bits & ((1u << (high & 31)) - 1));
}

extern "C" __global__ void mark_highs(u32 classes, const u64 *packed, const u8 *subsets, const u32 *class_of,
                                      const u32 *begin, const int *list, Marks *marks) {
    u32 hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= classes) return;
    int cards[DEALT];
    unpack(packed[hand], cards);
    for (int s = 0; s < SUBSETS; s++) {
        Marks *row = marks + (u64)class_of_subset(cards, subsets[s], class_of) * WORDS;
        for (u32 i = begin[hand]; i < begin[hand + 1]; i++) {
            int high = list[i] >> 8;
            u32 bit = 1u << (high & 31);
            if (!(row[high >> 5].bits & bit)) atomicOr(&row[high >> 5].bits, bit);
        }
    }
}

extern "C" __global__ void count_marks(u32 sets, Marks *marks, u32 *rows) {
    u32 set = blockIdx.x * blockDim.x + threadIdx.x;
    if (set >= sets) return;
    u32 before = 0;
    for (int word = 0; word < WORDS; word++) {
        Marks *here = marks + (u64)set * WORDS + word;
        here->before = before;
        before += __popc(here->bits);
    }
    rows[set] = before + 1;
}

// Count the other side's hands by high and low, for every set of cards they contain; a class adds all its hands.
extern "C" __global__ void scatter(u32 classes, const u64 *packed, const u8 *hands, const u8 *subsets, const u32 *class_of,
                                   const Marks *marks, const u64 *row_begin, const int *others, u32 *grid) {
    u32 hand = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (hand >= classes) return;
    int worth = others[hand];
    if (worth < 0) return;
    int cards[DEALT];
    unpack(packed[hand], cards);
    for (int s = lane; s < SUBSETS; s += 32) {
        u32 set = class_of_subset(cards, subsets[s], class_of);
        u64 row = row_begin[set] + row_of(marks, set, (worth >> 8) + 1);
        atomicAdd(&grid[row * COLUMNS + (worth & 255) + 1], (u32)hands[hand]);
    }
}

// Sum along every row: how many have a low hand below the column. One warp a row. A class of sets was counted once for
// each of its sets, hence the division.
extern "C" __global__ void sum_rows(u64 rows, const u8 *sets_of_row, u32 *grid, u32 *totals) {
    u64 row = ((u64)blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    u32 lane = threadIdx.x & 31;
    if (row >= rows) return;
    u32 *cells = grid + row * COLUMNS;
    const int each = (COLUMNS + 31) / 32;
    u32 cell[each], sum = 0;
    u32 sets = sets_of_row[row];
    for (int i = 0; i < each; i++) {
        u32 column = lane * each + i;
        cell[i] = column < COLUMNS ? cells[column] : 0;
        if (cell[i]) cell[i] /= sets;
        sum += cell[i];
    }
    u32 before = sum;
    for (int step = 1; step < 32; step *= 2) {
        u32 other = __shfl_up_sync(~0u, before, step);
        if (lane >= step) before += other;
    }
    if (lane == 31) totals[row] = before;
    before -= sum;
    for (int i = 0; i < each; i++) {
        u32 column = lane * each + i;
        before += cell[i];
        if (column < COLUMNS) cells[column] = before;
    }
}

// Sum along every column, and write what is asked for instead of the counts: both * W + one * (H + L - N), where W hands
// are below in both, H in the high hand, L in the low hand, of N. One block a class of sets, one thread a column.
#define AHEAD 8
extern "C" __global__ void sum_columns(const u64 *row_begin, const u32 *totals, int both, int one, u32 *grid) {
    u64 begin = row_begin[blockIdx.x], end = row_begin[blockIdx.x + 1];
    u32 column = threadIdx.x;
    if (column >= COLUMNS) return;
    u32 *cells = grid + column;
    u32 low = 0, all = 0, sum = 0, high = 0;
    if (one) {
        #pragma unroll 8
        for (u64 row = begin; row < end; row++) {
            low += cells[row * COLUMNS];
            all += totals[row];
        }
    }
    for (u64 row = begin; row < end; row += AHEAD) {
        u32 cell[AHEAD], total[AHEAD];
        #pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            cell[i] = row + i < end ? cells[(row + i) * COLUMNS] : 0;
            total[i] = row + i < end ? totals[row + i] : 0;
        }
        #pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            sum += cell[i];
            high += total[i];
            if (row + i < end) cells[(row + i) * COLUMNS] = both * sum + one * (high + low - all);
        }
    }
}

// What is asked about every setting, for the sets of at most four cards in common and for the hand itself. One warp a
// class; `above` is 1 where a hand of the same rank counts as below.
extern "C" __global__ void gather(u32 classes, const u64 *packed, const u8 *subsets, const u32 *class_of, const Marks *marks,
                                  const u64 *row_begin, const u32 *grid, const int *others, const u32 *begin,
                                  const int *list, int both, int one, int above, u32 *answers) {
    u32 hand = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (hand >= classes) return;
    int cards[DEALT];
    unpack(packed[hand], cards);
    u32 set[4];
    u64 row[4];
    int sign[4];
    for (int k = 0; k < 4; k++) {
        int s = lane + 32 * k;
        sign[k] = 0;
        if (s < SUBSETS) {
            set[k] = class_of_subset(cards, subsets[s], class_of);
            row[k] = row_begin[set[k]];
            sign[k] = __popc(subsets[s]) & 1 ? -1 : 1;
        }
    }
    int own = others[hand];
    for (u32 i = begin[hand]; i < begin[hand + 1]; i++) {
        int high = (list[i] >> 8) + above, low = (list[i] & 255) + above;
        u32 sum = 0;
        for (int k = 0; k < 4; k++)
            if (sign[k]) sum += sign[k] * grid[(row[k] + row_of(marks, set[k], high)) * COLUMNS + low];
        if (lane == 0 && own >= 0) {
            bool over = own >> 8 < high, under = (own & 255) < low;
            sum -= both * (over && under) + one * ((int)over + (int)under - 1);
        }
        for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
        if (lane == 0) answers[i] = sum;
    }
}

// ------------------------------------------------------------------------------------- five, and six, cards in common

__device__ __forceinline__ int worth_with(const int *cards, int size, const int *more, const u32 *class_of_hand,
                                          const int *others) {
    int hand[DEALT], from = 0, extra = 0;
    for (int i = 0; i < DEALT; i++)
        hand[i] = extra == DEALT - size || (from < size && cards[from] < more[extra]) ? cards[from++] : more[extra++];
    return others[class_of_hand[number_of(hand, DEALT)]];
}

#define PAIRS_MOST 1128
#define SORTED 2048
#define BIT_WORDS 36

// One block a class of five cards. `member` lists the classes of hands that contain it.
extern "C" __global__ void five_in_common(const u32 *firsts, const u32 *class_of_hand, const int *others,
                                          const u32 *member_begin, const u32 *member, const u32 *begin, const int *list,
                                          int both, int one, int above, u32 *answers) {
    __shared__ u32 sorted[SORTED];
    __shared__ u32 bits[COLUMNS][BIT_WORDS + 1];
    __shared__ u16 before[COLUMNS][BIT_WORDS + 1];
    __shared__ int set[5];
    __shared__ int rest[CARDS];
    __shared__ u32 counted;
    const int thread = threadIdx.x, threads = blockDim.x, left = CARDS - 5, pairs = left * (left - 1) / 2;
    if (thread == 0) {
        cards_of(firsts[blockIdx.x], 5, set);
        int at = 0, in = 0;
        for (int card = 0; card < CARDS; card++)
            if (in < 5 && set[in] == card) in++; else rest[at++] = card;
        counted = 0;
    }
    for (int i = thread; i < COLUMNS * (BIT_WORDS + 1); i += threads) (&bits[0][0])[i] = 0;
    __syncthreads();
    for (int i = thread; i < SORTED; i += threads) {
        u32 key = ~0u;
        if (i < pairs) {
            int b = (int)((1.0f + sqrtf(8.0f * i + 1.0f)) / 2.0f);
            while (b * (b - 1) / 2 > i) b--;
            while ((b + 1) * b / 2 <= i) b++;
            int more[2] = {rest[i - b * (b - 1) / 2], rest[b]};
            int worth = worth_with(set, 5, more, class_of_hand, others);
            if (worth >= 0) {
                key = (worth >> 8) << 7 | (worth & 127);
                atomicAdd(&counted, 1);
            }
        }
        sorted[i] = key;
    }
    __syncthreads();
    for (int size = 2; size <= SORTED; size *= 2)
        for (int step = size / 2; step; step /= 2) {
            for (int i = thread; i < SORTED / 2; i += threads) {
                int a = 2 * i - (i & (step - 1)), b = a + step;
                u32 first = sorted[a], second = sorted[b];
                if ((first > second) == !(a & size)) { sorted[a] = second; sorted[b] = first; }
            }
            __syncthreads();
        }
    const u32 number = counted;
    for (int i = thread; i < number; i += threads)
        atomicOr(&bits[(sorted[i] & 127) + 1][i >> 5], 1u << (i & 31));
    __syncthreads();
    for (int word = thread; word < BIT_WORDS; word += threads)
        for (int low = 1; low < COLUMNS; low++) bits[low][word] |= bits[low - 1][word];
    __syncthreads();
    for (int low = thread; low < COLUMNS; low += threads) {
        u32 sum = 0;
        for (int word = 0; word <= BIT_WORDS; word++) {
            before[low][word] = sum;
            if (word < BIT_WORDS) sum += __popc(bits[low][word]);
        }
    }
    __syncthreads();
    for (u32 m = member_begin[blockIdx.x] + thread; m < member_begin[blockIdx.x + 1]; m += threads) {
        u32 hand = member[m];
        int at = 0;
        for (u32 i = begin[hand]; i < begin[hand + 1]; i++) {
            u32 wanted = ((list[i] >> 8) + above) << 7, low = (list[i] & 255) + above;
            int from = 0, to = number;
            while (from < to) {
                at = (from + to) / 2;
                if (sorted[at] < wanted) from = at + 1; else to = at;
            }
            u32 word = from >> 5, below = before[low][word] + __popc(bits[low][word] & ((1u << (from & 31)) - 1));
            u32 under = before[low][BIT_WORDS];
            atomicAdd(&answers[i], -(both * below + one * (from + under - number)));
        }
    }
}

// One warp a class of six cards.
extern "C" __global__ void six_in_common(u32 sets, const u32 *firsts, const u32 *class_of_hand, const int *others,
                                         const u32 *member_begin, const u32 *member, const u32 *begin, const int *list,
                                         int both, int one, int above, u32 *answers) {
    __shared__ int points[8][CARDS];
    u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31, six = blockIdx.x * 8 + warp;
    if (six >= sets) return;
    int set[6], number = 0;
    cards_of(firsts[six], 6, set);
    for (int from = 0; from < CARDS; from += 32) {
        int card = from + lane, worth = -1;
        bool held = card >= CARDS;
        for (int i = 0; i < 6; i++) held |= set[i] == card;
        int more[1] = {card};
        if (!held) worth = worth_with(set, 6, more, class_of_hand, others);
        u32 counted = __ballot_sync(~0u, worth >= 0);
        if (worth >= 0) points[warp][number + __popc(counted & ((1u << lane) - 1))] = worth;
        number += __popc(counted);
    }
    __syncwarp();
    for (u32 m = member_begin[six] + lane; m < member_begin[six + 1]; m += 32) {
        u32 hand = member[m];
        for (u32 i = begin[hand]; i < begin[hand + 1]; i++) {
            int high = ((list[i] >> 8) + above) << 8, low = (list[i] & 255) + above;
            int below = 0, rest = -number;
            for (int point = 0; point < number; point++) {
                int worth = points[warp][point];
                int over = worth < high, under = (worth & 255) < low;
                below += over & under;
                rest += over + under;
            }
            atomicAdd(&answers[i], (u32)(both * below + one * rest));
        }
    }
}

// Which classes of `size` cards every class of hands contains, one after the other: the key by which they are grouped.
extern "C" __global__ void sets_of_hands(u32 classes, const u64 *packed, int size, int number, const u8 *subsets,
                                         const u32 *class_of, u32 *sets) {
    u32 at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= classes * number) return;
    int cards[DEALT], chosen[DEALT], placed = 0;
    unpack(packed[at / number], cards);
    for (int i = 0; i < DEALT; i++)
        if (subsets[at % number] >> i & 1) chosen[placed++] = cards[i];
    sets[at] = class_of[number_of(chosen, size)];
}

// -------------------------------------------------------------------------------------------------------- best settings

// The best setting of every class: the first, so with the highest low hand, of those with the greatest value.
extern "C" __global__ void choose(u32 classes, const u32 *begin, const int *values, u8 *best) {
    u32 hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= classes) return;
    u32 found = begin[hand];
    for (u32 i = found + 1; i < begin[hand + 1]; i++) if (values[i] > values[found]) found = i;
    best[hand] = found - begin[hand];
}

extern "C" __global__ void choose_long(u32 classes, const u32 *begin, const long long *values, u8 *best) {
    u32 hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= classes) return;
    u32 found = begin[hand];
    for (u32 i = found + 1; i < begin[hand + 1]; i++) if (values[i] > values[found]) found = i;
    best[hand] = found - begin[hand];
}

// Add an answer, weighted, to what was added up before: exact in 64 bits.
extern "C" __global__ void accumulate(u64 settings, const int *answers, long long weight, long long *values) {
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at < settings) values[at] += weight * answers[at];
}

// Where a worth is among the settings of every class.
extern "C" __global__ void find_setting(u32 classes, const u32 *begin, const int *list, const int *wanted, u8 *place) {
    u32 hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= classes) return;
    u32 at = begin[hand];
    while (at + 1 < begin[hand + 1] && list[at] != wanted[hand]) at++;
    place[hand] = at - begin[hand];
}

// Answers for corners, added up for every class: plus, minus, plus ...
extern "C" __global__ void sum_corners(u32 classes, const u32 *begin, const int *answers, int *sums) {
    u32 hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= classes) return;
    int sum = 0;
    for (u32 i = begin[hand]; i < begin[hand + 1]; i++) sum += (i - begin[hand]) & 1 ? -answers[i] : answers[i];
    sums[hand] = sum;
}

// ------------------------------------------------------------------------------------------------- simulated rounds

// The number of every class's hand among the refined shapes (`cards.one_shape.ShapeIndex`).
extern "C" __global__ void refined_numbers(u32 classes, const u64 *packed, int shapes, const u64 *keys, int splits,
                                           const int *split, int *found) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= classes) return;
    int cards[DEALT], of_suit[4] = {0, 0, 0, 0}, joker = 0, flush = -1;
    unpack(packed[number], cards);
    for (int i = 0; i < DEALT; i++) {
        if (cards[i] == NATURALS) joker = 1;
        else of_suit[cards[i] & 3]++;
    }
    for (int suit = 0; suit < 4; suit++) if (of_suit[suit] + joker >= 5) flush = suit;
    u64 key = joker ? 1ull << 39 : 0;
    int beside = 0, beside_suits = 0;
    for (int i = 0; i < DEALT; i++) {
        if (cards[i] == NATURALS) continue;
        int rank = RANK_OF[cards[i] >> 2], suit = cards[i] & 3;
        key += 1ull << 3 * rank;
        if (suit == flush) key |= 1ull << (40 + rank);
        else { beside++; beside_suits |= 1 << suit; }
    }
    int below = 0, above = shapes;
    while (below + 1 < above) {
        int middle = (below + above) / 2;
        if (keys[middle] <= key) below = middle; else above = middle;
    }
    found[number] = below;
    if (flush < 0 || beside != 2 || (beside_suits & (beside_suits - 1))) return;
    int from = 0, to = splits;
    while (from < to) {
        int middle = (from + to) / 2;
        if (split[middle] < below) from = middle + 1; else to = middle;
    }
    found[number] = shapes + from;
}

// The words of numpy's SFC64, begun as SeedSequence(seed, spawn_key=(block,)) begins it. The host has mixed the seed.
struct Words { u64 a, b, c, counter; };

__device__ __forceinline__ u64 next_word(Words &words) {
    u64 word = words.a + words.b + words.counter++;
    words.a = words.b ^ words.b >> 11;
    words.b = words.c + (words.c << 3);
    words.c = (words.c << 24 | words.c >> 40) + word;
    return word;
}

__device__ Words words_of(const u32 *mixed, u32 block) {
    u32 pool[4], constant = mixed[4];
    for (int i = 0; i < 4; i++) {
        u32 value = block ^ constant;
        constant *= 0x931e8875u;
        value *= constant;
        value ^= value >> 16;
        pool[i] = 0xca01f9ddu * mixed[i] - 0x4973f715u * value;
        pool[i] ^= pool[i] >> 16;
    }
    u32 state[6];
    constant = 0x8b51f9ddu;
    for (int i = 0; i < 6; i++) {
        u32 value = pool[i & 3] ^ constant;
        constant *= 0x58f38dedu;
        value *= constant;
        state[i] = value ^ value >> 16;
    }
    Words words = {state[0] | (u64)state[1] << 32, state[2] | (u64)state[3] << 32, state[4] | (u64)state[5] << 32, 1};
    for (int i = 0; i < 12; i++) next_word(words);
    return words;
}

__device__ __forceinline__ void order(int &a, int &b) { int low = min(a, b); b = max(a, b); a = low; }

#define PLAYERS 128   // threads of a block
#define DECK(place) deck[(place) * PLAYERS + thread]

// Draw a hand into the deck's places from `first` on (`simulate.kernels.draw_hand`); its cards in ascending order.
__device__ __forceinline__ void draw(Words &words, u8 *deck, int first, u64 uneven, int *cards) {
    const int thread = threadIdx.x;
    u64 rest;
    do {
        rest = next_word(words) >> (64 - DRAW_BITS);
        #pragma unroll
        for (int i = 0; i < DEALT; i++) {
            rest *= (u64)(CARDS - first - i);
            int here = first + i, place = here + (int)(rest >> DRAW_BITS);
            rest &= (1ull << DRAW_BITS) - 1;
            u8 card = DECK(place);
            DECK(place) = DECK(here);
            DECK(here) = card;
            cards[i] = card;
        }
    } while (rest < uneven);
    order(cards[0], cards[6]); order(cards[2], cards[3]); order(cards[4], cards[5]);
    order(cards[0], cards[2]); order(cards[1], cards[4]); order(cards[3], cards[6]);
    order(cards[0], cards[1]); order(cards[2], cards[5]); order(cards[3], cards[4]);
    order(cards[1], cards[2]); order(cards[4], cards[6]);
    order(cards[2], cards[3]); order(cards[4], cards[5]);
    order(cards[1], cards[2]); order(cards[3], cards[4]); order(cards[5], cards[6]);
}

__device__ __forceinline__ void add_limbs(u64 *limbs, u64 value) {
    atomicAdd(&limbs[0], value & ((1 << LIMB_BITS) - 1));
    atomicAdd(&limbs[1], value >> LIMB_BITS & ((1 << LIMB_BITS) - 1));
    atomicAdd(&limbs[2], value >> 2 * LIMB_BITS);
}

// Play blocks of rounds, one thread a block, and count how they ended, as `simulate.kernels.play` does. A record's bits
// are those of `simulate.packing`.
extern "C" __global__ void play(u32 first_block, u32 blocks, u64 rounds, int size, int positions, const u32 *mixed,
                                const u64 *uneven, const u32 *class_of_hand, const u64 *records, const int *choices,
                                int copy, const int *group_of, int groups, int kinds, int dealers, int envies,
                                const u8 *pays_others, const long long *cents, u64 *main_counts, u64 *kind_counts,
                                u64 *pairs, u64 *dealer_counts, u64 *envy_rounds, u64 *envy_paid, u64 *envy_sum,
                                u64 *envy_squares) {
    extern __shared__ u8 shared[];
    const int thread = threadIdx.x, outcomes = (positions + 1) * (positions + 1);
    u16 *kind_here = (u16 *)shared;
    u16 *dealer_here = kind_here + groups * kinds * PLAYERS;
    u16 *main_here = dealer_here + dealers * PLAYERS;
    u8 *deck = (u8 *)(main_here + outcomes * PLAYERS);
    for (int i = 0; i < groups * kinds; i++) kind_here[i * PLAYERS + thread] = 0;
    for (int i = 0; i < dealers; i++) dealer_here[i * PLAYERS + thread] = 0;
    for (int i = 0; i < outcomes; i++) main_here[i * PLAYERS + thread] = 0;
    u32 block = blockIdx.x * PLAYERS + thread;
    if (block < blocks) {
        block += first_block;
        for (int i = 0; i < CARDS; i++) DECK(i) = i;
        Words words = words_of(mixed, block);
        u64 left = rounds - (u64)block * size;
        int number = left < size ? (int)left : size, held[7];
        for (int round = 0; round < number; round++) {
            int wins = 0, losses = 0, envied = 0, dealer_kind = 0, group = 0, theirs = -1;
            for (int hand = 0; hand <= positions; hand++) {
                int cards[DEALT];
                draw(words, deck, hand * DEALT, uneven[hand], cards);
                u64 record = records[class_of_hand[number_of(cards, DEALT)]];
                if (hand == 0) {
                    dealer_kind = record >> DEALER_SHIFT & KIND_MASK;
                    dealer_here[dealer_kind * PLAYERS + thread]++;
                    group = group_of[dealer_kind];
                    theirs = record & FAILS ? -1 : (int)(record & NUMBER_MASK) - copy;
                    continue;
                }
                if (theirs >= 0) {
                    u32 at = record >> CHOICES_SHIFT;
                    int won = 0, more = 1;
                    while (more) {
                        int mine = at ? choices[at] >> 1 : (int)(record & NUMBER_MASK);
                        int found = (mine >> 8 > theirs >> 8) + ((mine & 255) > (theirs & 255));
                        won = max(won, found);
                        more = at ? choices[at++] & 1 : 0;
                    }
                    wins += won == WIN_BY;
                    losses += won == LOSE_BY;
                }
                int kind = record >> KIND_SHIFT & KIND_MASK;
                envied |= pays_others[kind];
                kind_here[(group * kinds + kind) * PLAYERS + thread]++;
                held[hand - 1] = kind;
                for (int other = 0; other < hand - 1; other++)
                    atomicAdd(&pairs[(group * kinds + held[other]) * kinds + kind], 1ull);
            }
            main_here[(wins * (positions + 1) + losses) * PLAYERS + thread]++;
            if (!envied) continue;
            for (int table = 0; table < envies; table++) {
                u64 total = 0;
                for (int other = 0; other < positions; other++)
                    for (int mine = 0; mine < positions; mine++) {
                        if (mine == other) continue;
                        long long paid = cents[((table * kinds + held[other]) * kinds + held[mine]) * dealers + dealer_kind];
                        total += paid;
                        if (paid) atomicAdd(&envy_paid[table * kinds + held[other]], 1ull);
                    }
                if (!total) continue;
                atomicAdd(&envy_rounds[table], 1ull);
                add_limbs(envy_sum + 3 * table, total);
                add_limbs(envy_squares + 3 * table, total * total);
            }
        }
    }
    __syncthreads();
    u64 *counted[3] = {kind_counts, dealer_counts, main_counts};
    u16 *here[3] = {kind_here, dealer_here, main_here};
    int lengths[3] = {groups * kinds, dealers, outcomes};
    for (int which = 0; which < 3; which++)
        for (int i = thread; i < lengths[which]; i += PLAYERS) {
            u64 sum = 0;
            for (int other = 0; other < PLAYERS; other++) sum += here[which][i * PLAYERS + (other + i) % PLAYERS];
            if (sum) atomicAdd(&counted[which][i], sum);
        }
}
