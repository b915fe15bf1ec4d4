/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/map/rule.h"

#include "lib/gf2.h"
#include "lib/memory.h"

#define LINE         BIT(RULE_LINE_SHIFT)
#define TABLE_SPAN   BIT(RULE_TABLE_BITS)
#define ADDRESS_BITS 48
#define SLICE_BITS   6  /* 64 boxes */
#define SAMPLE       24 /* lines that leave few words of 4096; three would do if owners were random */
#define SAMPLE_MOST  64
#define FIRST_LOOK   1024
#define SUM_TRIES    3
#define SUM_STEP     (TABLE_SPAN + 3 * LINE)

/* State of a search. */
struct search {
	struct rule *rule;
	const struct rule_question *question;
	uint64_t origin; /* the other addresses differ from it */
	/* XOR: the number of each owner's slice, as a sum of the changes by the bits of `basis` */
	uint8_t label[RULE_BOXES + 1];
	bool labelled[RULE_BOXES + 1];
	uint64_t basis[SLICE_BITS];
	unsigned basis_count;
	struct gf2 system;
};

/* ---- requests for owners -------------------------------------------------------------------------------------- */

static bool is_in_blocks(const struct rule_question *question, uint64_t address)
{
	for (unsigned i = 0; i < question->block_count; i++)
		if (address - question->blocks[i].first < question->blocks[i].bytes)
			return true;
	return false;
}

/* Asks for the owners of `count` addresses. */
static bool ask(struct search *search, unsigned first, unsigned count)
{
	const struct rule_question *question = search->question;
	struct rule *rule = search->rule;

	if (!question->ask(question->context, question->addresses + first, count, question->owners + first))
		return false;
	rule->asked += count;
	for (unsigned i = first; i < first + count; i++)
		if (question->owners[i] == RULE_UNTOLD)
			rule->untold++;
		else
			rule->served[question->owners[i]]++;
	return true;
}

/* An address in the largest block's lower half, aligned to the highest power of two possible. */
static uint64_t find_origin(const struct rule_block *block)
{
	for (unsigned bit = ADDRESS_BITS; bit > RULE_TABLE_BITS; bit--) {
		uint64_t at = (block->first + MASK(0, bit)) & ~MASK(0, bit);

		if (at >= block->first && at - block->first <= block->bytes / 2)
			return at;
	}
	return (block->first + TABLE_SPAN - 1) & ~(TABLE_SPAN - 1);
}

/* ---- evaluating a rule ------------------------------------------------------------------------------------------- */

unsigned rule_sums(const uint64_t *functions, unsigned count, uint64_t address)
{
	unsigned sums = 0;

	for (unsigned i = 0; i < count; i++)
		sums |= gf2_parity(address & functions[i]) << i;
	return sums;
}

static unsigned entry_of(const struct rule *rule, uint64_t address)
{
	unsigned sums = rule_sums(rule->functions, rule->function_count, address);
	uint64_t line = address >> RULE_LINE_SHIFT;

	switch ((enum rule_kind)rule->kind) {
	case RULE_XOR: return sums;
	case RULE_PERIOD: return (unsigned)(line % rule->entries);
	case RULE_TABLE: return (line ^ sums) % RULE_LINES;
	default: return 0;
	}
}

int rule_owner(const struct rule *rule, uint64_t address)
{
	return rule->entries ? rule->owner[entry_of(rule, address)] : RULE_UNTOLD;
}

unsigned rule_share(const struct rule *rule, int owner)
{
	unsigned count = 0;

	for (unsigned i = 0; i < rule->entries; i++)
		count += rule->owner[i] == owner;
	return count;
}

const char *rule_name(enum rule_kind kind)
{
	static const char *const names[] = {
		[RULE_NONE] = "none",     [RULE_ONE] = "one",     [RULE_XOR] = "xor",
		[RULE_PERIOD] = "period", [RULE_TABLE] = "table",
	};

	return names[kind];
}

static void begin_rule(struct rule *rule, enum rule_kind kind, unsigned entries)
{
	rule->kind = (uint8_t)kind;
	rule->function_count = 0;
	rule->entries = (uint16_t)entries;
	memset(rule->functions, 0, sizeof(rule->functions));
	memset(rule->owner, RULE_UNTOLD, sizeof(rule->owner));
}

/* Fills in the owners of lines. Returns false if two disagree. */
static bool learn(struct search *search, unsigned count)
{
	const struct rule_question *question = search->question;
	struct rule *rule = search->rule;

	for (unsigned i = 0; i < count; i++) {
		int8_t *owner = &rule->owner[entry_of(rule, question->addresses[i])];

		if (question->owners[i] == RULE_UNTOLD)
			continue;
		if (*owner != RULE_UNTOLD && *owner != question->owners[i])
			return false;
		*owner = question->owners[i];
	}
	return true;
}

/* Tests a rule, made from some lines, on others: random ones of a fixed sequence, half of them in the largest block,
 * which has the most address bits. One line in 100 may be wrong because of other activity. */
static bool prove(struct search *search, bool *holds)
{
	const struct rule_question *question = search->question;
	struct rule *rule = search->rule;
	uint64_t random = 1;

	for (unsigned i = 0; i < RULE_PROOFS; i++) {
		const struct rule_block *block = question->blocks;

		random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		if (random >> 63)
			block = &question->blocks[(random >> 40) % question->block_count];
		question->addresses[i] = block->first + (random >> 20) % (block->bytes >> RULE_LINE_SHIFT) * LINE;
	}
	if (!ask(search, 0, RULE_PROOFS))
		return false;

	rule->proofs = rule->misfits = 0;
	for (unsigned i = 0; i < RULE_PROOFS; i++) {
		if (question->owners[i] == RULE_UNTOLD)
			continue;
		rule->proofs++;
		rule->misfits += rule_owner(rule, question->addresses[i]) != question->owners[i];
	}
	*holds = rule->proofs >= RULE_PROOFS / 2 && rule->misfits * 100 <= rule->proofs;
	return true;
}

/* ---- sums of address bits --------------------------------------------------------------------------------------------- */

/* If the difference takes the origin's slice to a new one, it takes each known slice to a new one: the number has one
 * more bit. */
static bool grow(struct search *search, uint64_t difference, unsigned at, bool *good)
{
	const struct rule_question *question = search->question;
	unsigned slices = 1u << search->basis_count;

	*good = search->basis_count < SLICE_BITS;
	for (unsigned i = 0; i < slices && *good; i++) {
		uint64_t address = search->origin ^ difference;

		for (unsigned bit = 0; bit < search->basis_count; bit++)
			address ^= i >> bit & 1 ? search->basis[bit] : 0;
		question->addresses[at + i] = address;
		*good = is_in_blocks(question, address);
	}
	if (!*good)
		return true;
	if (!ask(search, at, slices))
		return false;
	for (unsigned i = 0; i < slices && *good; i++) {
		int8_t owner = question->owners[at + i];

		*good = owner != RULE_UNTOLD && !search->labelled[owner];
		if (*good) {
			search->labelled[owner] = true;
			search->label[owner] = (uint8_t)(i | slices);
		}
	}
	if (*good)
		search->basis[search->basis_count++] = difference;
	return true;
}

/* Lists the addresses that differ from the origin by one bit, where they exist, and others that show the effect of
 * higher bits. */
static unsigned list_differences(const struct search *search)
{
	const struct rule_question *question = search->question;
	unsigned count = 0;

	question->addresses[count++] = search->origin;
	for (unsigned bit = RULE_LINE_SHIFT; bit < ADDRESS_BITS; bit++)
		if (is_in_blocks(question, search->origin ^ BIT(bit)))
			question->addresses[count++] = search->origin ^ BIT(bit);
	for (unsigned i = 0; i < question->block_count; i++) {
		const struct rule_block *block = &question->blocks[i];

		question->addresses[count++] = block->first;
		question->addresses[count++] = block->first + block->bytes - LINE;
	}
	return count;
}

/* Each difference is an equation: its bits together change the slice's number by the known amount. */
static bool solve_differences(struct search *search, unsigned count, unsigned *asked, bool *good)
{
	const struct rule_question *question = search->question;

	*asked = count;
	for (unsigned i = 1; i < count && *good; i++) {
		uint64_t difference = question->addresses[i] ^ search->origin;
		int8_t owner = question->owners[i];

		if (owner == RULE_UNTOLD)
			continue;
		if (!search->labelled[owner]) {
			unsigned slices = 1u << search->basis_count;

			if (!grow(search, difference, *asked, good))
				return false;
			*asked += *good ? slices : 0;
		}
		*good = *good && gf2_add(&search->system, difference, search->label[owner]);
	}
	return true;
}

static bool try_sums(struct search *search, bool *holds)
{
	const struct rule_question *question = search->question;
	struct rule *rule = search->rule;
	unsigned count = list_differences(search), asked;

	*holds = false;
	if (!ask(search, 0, count))
		return false;
	if (question->owners[0] == RULE_UNTOLD)
		return true;
	search->labelled[question->owners[0]] = true;
	*holds = true;
	if (!solve_differences(search, count, &asked, holds))
		return false;
	if (!*holds)
		return true;
	begin_rule(rule, search->basis_count ? RULE_XOR : RULE_ONE, 1u << search->basis_count);
	for (unsigned i = 0; i < search->basis_count; i++)
		rule->functions[i] = gf2_mask(&search->system, i);
	rule->function_count = (uint8_t)gf2_reduce(rule->functions, search->basis_count);
	rule->known = gf2_known(&search->system);
	*holds = rule->function_count == search->basis_count && learn(search, asked);
	return !*holds || prove(search, holds);
}

/* One wrong owner ruins the search, so it is repeated with another origin, unless all owners were certain. */
static bool find_sums(struct search *search, bool *holds)
{
	uint64_t origin = search->origin;

	for (unsigned i = 0; i < SUM_TRIES; i++) {
		*search = (struct search){
			.rule = search->rule, .question = search->question, .origin = origin + i * SUM_STEP};
		if (!try_sums(search, holds))
			return false;
		if (*holds || !search->rule->untold)
			break;
	}
	search->origin = origin;
	return true;
}

/* ---- periods --------------------------------------------------------------------------------------------------------------- */

static void list_lines(const struct search *search, unsigned first, unsigned count)
{
	for (unsigned i = first; i < first + count; i++)
		search->question->addresses[i] = search->origin + i * LINE;
}

static bool repeats(const int8_t *owners, unsigned count, unsigned period)
{
	for (unsigned i = 0; i + period < count; i++)
		if (owners[i] != owners[i + period] && owners[i] != RULE_UNTOLD && owners[i + period] != RULE_UNTOLD)
			return false;
	return true;
}

static bool find_period(struct search *search, bool *holds)
{
	const struct rule_question *question = search->question;
	unsigned period = 1;

	while (period <= RULE_LONGEST && !repeats(question->owners, FIRST_LOOK, period))
		period++;
	*holds = period <= RULE_LONGEST;
	if (!*holds)
		return true;
	begin_rule(search->rule, RULE_PERIOD, period);
	search->rule->known = 0;
	*holds = learn(search, FIRST_LOOK);
	return !*holds || prove(search, holds);
}

/* ---- tables ------------------------------------------------------------------------------------------------------------------ */

/* The n-th line to sample elsewhere, scattered, because rows of a table are similar. */
static unsigned sample_line(unsigned n)
{
	return n * UINT32_C(2654435761) >> 20;
}

/* Lines of a piece of memory and their owners. */
struct sample {
	uint64_t piece;
	uint16_t line[SAMPLE_MOST];
	int8_t owner[SAMPLE_MOST];
	unsigned count;
};

/* The least word from `word` on that explains the owners of a sample; RULE_LINES if there is none. */
static unsigned next_word(const int8_t *table, const struct sample *sample, unsigned word)
{
	for (; word < RULE_LINES; word++) {
		unsigned n = 0;

		while (n < sample->count &&
		       (sample->owner[n] == RULE_UNTOLD || sample->owner[n] == table[sample->line[n] ^ word]))
			n++;
		if (n == sample->count)
			break;
	}
	return word;
}

/* Asks for more lines until one word is left. With measured tables, some words are nearly equivalent. */
static bool settle_word(struct search *search, struct sample *sample, unsigned at, unsigned *word)
{
	const struct rule_question *question = search->question;
	const int8_t *table = search->rule->owner;
	unsigned other;

	*word = next_word(table, sample, 0);
	other = *word + 1;
	while (sample->count < SAMPLE_MOST && (other = next_word(table, sample, other)) < RULE_LINES) {
		unsigned line = 0;

		/* A line to which the two words give different owners; without one, they are equivalent. */
		while (line < RULE_LINES && table[line ^ *word] == table[line ^ other])
			line++;
		other++;
		if (line == RULE_LINES)
			continue;
		question->addresses[at] = sample->piece + line * LINE;
		if (!ask(search, at, 1))
			return false;
		sample->line[sample->count] = (uint16_t)line;
		sample->owner[sample->count++] = question->owners[at];
		*word = next_word(table, sample, *word);
		other = (unsigned)max_u64(other, *word + 1);
	}
	return true;
}

/* Lists pieces of memory of a table's size whose addresses differ from the origin in higher bits. */
static unsigned list_pieces(const struct search *search, uint64_t *pieces, unsigned most)
{
	const struct rule_question *question = search->question;
	unsigned count = 0;

	for (unsigned bit = RULE_TABLE_BITS; bit < ADDRESS_BITS && count < most; bit++)
		if (is_in_blocks(question, search->origin ^ BIT(bit)) &&
		    is_in_blocks(question, (search->origin ^ BIT(bit)) + TABLE_SPAN - LINE))
			pieces[count++] = search->origin ^ BIT(bit);
	for (unsigned i = 0; i < question->block_count && count < most; i++) {
		const struct rule_block *block = &question->blocks[i];
		uint64_t at = (block->first + TABLE_SPAN - 1) & ~(TABLE_SPAN - 1);

		if (at + TABLE_SPAN <= block->first + block->bytes)
			pieces[count++] = at;
	}
	return count;
}

static bool solve_words(struct search *search, const uint64_t *pieces, unsigned count, bool *good)
{
	const struct rule_question *question = search->question;

	for (unsigned i = 0; i < count * SAMPLE; i++)
		question->addresses[i] = pieces[i / SAMPLE] + sample_line(i % SAMPLE) * LINE;
	if (!ask(search, 0, count * SAMPLE))
		return false;
	for (unsigned i = 0; i < count && *good; i++) {
		struct sample sample = {.piece = pieces[i], .count = SAMPLE};
		unsigned word;

		for (unsigned n = 0; n < SAMPLE; n++) {
			sample.line[n] = (uint16_t)sample_line(n);
			sample.owner[n] = question->owners[i * SAMPLE + n];
		}
		if (!settle_word(search, &sample, count * SAMPLE, &word))
			return false;
		*good = word < RULE_LINES && gf2_add(&search->system, pieces[i] ^ search->origin, word);
	}
	return true;
}

static bool find_table(struct search *search, bool *holds)
{
	struct rule *rule = search->rule;
	int8_t *owners = search->question->owners;
	uint64_t pieces[(RULE_LINES - 1) / SAMPLE];
	unsigned count = list_pieces(search, pieces, ARRAY_SIZE(pieces)), word;

	begin_rule(rule, RULE_TABLE, RULE_LINES);
	memcpy(rule->owner, owners, RULE_LINES);
	search->system = (struct gf2){0};
	*holds = true;
	if (!solve_words(search, pieces, count, holds))
		return false;
	if (!*holds)
		return true;

	for (unsigned i = 0; i < RULE_FUNCTIONS; i++)
		rule->functions[i] = gf2_mask(&search->system, i);
	rule->function_count = RULE_FUNCTIONS;
	rule->known = gf2_known(&search->system) | MASK(RULE_LINE_SHIFT, RULE_TABLE_BITS - RULE_LINE_SHIFT);

	/* The table was seen at the origin: undo the word of the origin's higher bits. The owners that were asked for
	 * are no longer in use, so their memory holds the copy. */
	word = rule_sums(rule->functions, RULE_FUNCTIONS, search->origin);
	memcpy(owners, rule->owner, RULE_LINES);
	for (unsigned i = 0; i < RULE_LINES; i++)
		rule->owner[i] = owners[i ^ word];
	return prove(search, holds);
}

/* ---- finding the rule -------------------------------------------------------------------------------------------- */

static uint64_t granule_of(const struct rule *rule)
{
	uint64_t bits = 0, lines = rule->entries;

	if (rule->kind == RULE_XOR) {
		for (unsigned i = 0; i < rule->function_count; i++)
			bits |= rule->functions[i];
		return bits & -bits;
	}
	if (rule->kind != RULE_PERIOD && rule->kind != RULE_TABLE)
		return 0;
	for (unsigned i = 1; i < rule->entries; i++)
		if (rule->owner[i] != rule->owner[i - 1])
			lines = common_divisor_u64(lines, i);
	return lines * LINE;
}

static bool find_any(struct search *search)
{
	bool holds;

	if (!find_sums(search, &holds))
		return false;
	if (holds)
		return true;
	list_lines(search, 0, FIRST_LOOK);
	if (!ask(search, 0, FIRST_LOOK) || !find_period(search, &holds))
		return false;
	if (holds)
		return true;
	/* The proof has overwritten the first of them. */
	list_lines(search, 0, RULE_LINES);
	if (!ask(search, 0, RULE_LINES) || !find_table(search, &holds))
		return false;
	if (!holds)
		begin_rule(search->rule, RULE_NONE, 0);
	return true;
}

bool rule_find(struct rule *rule, const struct rule_question *question)
{
	struct search search = {.rule = rule, .question = question, .origin = find_origin(&question->blocks[0])};
	bool good;

	*rule = (struct rule){0};
	good = find_any(&search);
	rule->granule = granule_of(rule);
	return good;
}
