/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks of meaning: whether an event counts what its name says. Known work of 0, N, 2N and 4N units is done and counted; how much a
 * count grows with each unit, its slope, is held against a table of the processor (checks/). What counts anyhow, however long nothing is
 * done, is told from how much it counts in a short and a long time without work, and is taken off.
 *
 * Only reads and writes of memory are judged. What a document merely suggests, or nobody says, is an answer. */
#ifndef CORE_MEANING_H
#define CORE_MEANING_H

#include "core/record/record.h"
#include "core/work/work.h"

/* Which work. */
enum meaning_work {
	MEANING_READ,       /* memory of the own socket */
	MEANING_WRITE,      /* the same, and flushed out */
	MEANING_REMOTE,     /* memory of another socket */
	MEANING_ALONE_READ, /* of a node without processors: MCDRAM */
	MEANING_ALONE_WRITE,
	MEANING_WORKS
};

/* Which socket's boxes. */
enum meaning_side {
	MEANING_HERE, /* of the processor that works */
	MEANING_HOME  /* whose memory it is; all of them together if nobody says whose */
};

enum meaning_kind {
	MEANING_SUM,     /* the slope is `expected`, or the check fails */
	MEANING_NAMED,   /* the same, but known by the event's name alone: 0 fails, another number is an answer */
	MEANING_AT_MOST, /* the slope is no more than `expected` */
	MEANING_ANSWER,  /* nobody can say; what it should be if documents are right is `expected` */
	MEANING_CYCLES   /* of an occupancy: no number is due, a balance says how long each entry stayed */
};

/* What an event counts while such work is done. */
struct meaning {
	uint8_t work;     /* enum meaning_work */
	uint8_t run;      /* rows of the same work and number are counted at once */
	uint8_t side;     /* enum meaning_side */
	uint8_t kind;     /* enum meaning_kind */
	uint8_t expected; /* counts a unit, of all boxes of the socket together ... */
	uint8_t of;       /* ... or for so many units; 0: for one */
	bool twice; /* twice as many where lockstep or mirroring make two commands of one: struct meaning_doubling */
	bool other_memory; /* if it moves, the memory is cached by memory of another kind: nothing of this work can be judged */
	/* One or several, whose sum it is. "{home}" and "{else}" in it are masks of nodes: that of the memory, and all others; without a
	 * word of who that is the row is not counted. */
	const char *events;
	const char *others; /* who else contributes */
	const char *source; /* and how sure it is */
};

/* An event that is the sum of others, to the count, in each box; counted in one run with rows of that number. */
#define MEANING_PARTS 3
struct meaning_law {
	uint8_t work, run;
	const char *whole;
	const char *parts[MEANING_PARTS];
	const char *source;
};

/* What two rows of a work say of each other, whatever each of them counts. */
enum meaning_relation {
	MEANING_EQUAL, /* both are one number, or the check fails */
	/* The same, where both rows are sums; and if both count alike up to twice what was read, a prefetcher of pairs of lines is on. */
	MEANING_PAIRS,
	MEANING_LIKELY, /* the same, but the documents do not quite say so: an answer */
	/* A filter that takes a part of the lines: the second row is that share of the first that their expected numbers say. If it is not, a box
	 * that takes all of what passes it, or nothing, fails; another share is an answer. */
	MEANING_SHARE,
	MEANING_STAY /* Little's law: cycles of all entries by entries are how long each stays. An answer */
};

struct meaning_part {
	uint8_t side;       /* enum meaning_side */
	const char *events; /* as in the row */
};

struct meaning_balance {
	uint8_t work;
	uint8_t relation;                  /* enum meaning_relation */
	struct meaning_part first, second; /* of MEANING_STAY the occupancy, and what enters */
	const char *says;                  /* in words: "what C-Boxes miss, home agents read" */
	const char *source;
};

/* A bit of a socket's configuration: if it is set, its memory makes two commands of one. */
struct meaning_doubling {
	const char *name;
	uint64_t function; /* BOX_FUNCTION of the bus that the socket's boxes are on */
	uint16_t offset;   /* of 32 bits */
	uint8_t bit;
};

struct meanings {
	/* An older processor whose rows, laws and balances hold here too, behind this one's own; NULL: there is none. Not those of
	 * events that a glob of `without` matches, which ends with NULL. `like_says` is said before its sources. */
	const struct meanings *like;
	const char *like_says;
	const char *const *without;
	const struct meaning *rows;
	const struct meaning_law *laws;
	const struct meaning_balance *balances;
	const struct meaning_doubling *doublings;
	uint8_t row_count, law_count, balance_count, doubling_count;
};

/* Whether memory makes two commands of one. */
enum meaning_doubled {
	MEANING_MAYBE_DOUBLED, /* nothing of it could be read: 1 is right, and 2 is an answer */
	MEANING_NOT_DOUBLED,
	MEANING_DOUBLED /* 2 is right, and 1 is an answer: mirrored memory may read one side alone */
};

/* Asks the memory of a socket: one bit that is set is enough, all must be clear for it not to be. */
enum meaning_doubled meaning_find_doubling(const struct machine *machine, const struct meanings *meanings,
					   uint16_t home);

/* Of a slope, in parts of 1000 of what is expected; three times the noise is allowed on top. Proposals of the sheet, set from what
 * PAPI's and perf_event_tests' own bands are for events of that kind. */
#define MEANING_TOLERANCE 10

enum meaning_verdict { MEANING_PASS, MEANING_ANSWERED, MEANING_FAIL, MEANING_HIDDEN };

/* What became of a row. */
struct meaning_result {
	const struct meaning *row;
	uint8_t verdict;   /* enum meaning_verdict; HIDDEN: other traffic is too much to see it */
	bool counted;      /* some box counts it */
	uint16_t socket;   /* of its side; MEMORY_OF_SEVERAL: all */
	int64_t slope;     /* counts a unit, in millionths */
	int64_t intercept; /* counts without any unit */
	uint64_t idle;     /* counts in the time of the longest run, without work */
	uint64_t noise;    /* from run to run: standard deviation, at least 1 */
};

/* What became of a balance. */
struct meaning_balanced {
	const struct meaning_balance *balance;
	const struct meaning_result *first, *second;
	uint8_t verdict; /* enum meaning_verdict */
	int64_t apart; /* counts a unit, in millionths: the first's less the second's; of MEANING_STAY cycles an entry */
	uint64_t noise; /* as a row's, of the difference */
};

#define MEANING_ROWS     32 /* of one work */
#define MEANING_BALANCES 16
#define MEANING_REPEATS  5

/* How a work went. */
struct meaning_report {
	const struct meanings *meanings;
	const char *skipped; /* why nothing could be judged, in words; NULL: something was */
	bool unseen;         /* skipped because nothing moved; else because something keeps it from being judged */
	bool failed;
	char message[400];          /* of a failure, the first; or, if skipped, the rest of the reason */
	struct location stopped_at; /* of a failure because registers do not do as they are told: which ... */
	uint64_t got;               /* ... and what it read */
	uint8_t outcome;            /* enum outcome of that access; OUTCOME_OK of any other failure */
	struct box broken;          /* whose counts break a law; type NULL of any other failure */
	struct meaning_result results[MEANING_ROWS];
	struct meaning_balanced balanced[MEANING_BALANCES]; /* those whose rows were counted */
	uint8_t count, balanced_count;
	uint64_t lines; /* N */
	uint8_t repeats;
	uint8_t doubled;  /* enum meaning_doubled, of the memory that is worked on */
	struct work work; /* as it was done, and has ended */
};

struct meaning_request {
	struct machine *machine;
	const struct meanings *meanings;
	uint8_t work;    /* enum meaning_work */
	uint32_t cpu;    /* that works */
	uint64_t lines;  /* N */
	uint8_t repeats; /* 1 to MEANING_REPEATS; where 1 shows a failure, it is judged by more */
};

/* "read", "write", ... */
const char *meaning_work_name(enum meaning_work work);

/* Row, law and balance number `i` of a table and of that which it is like; NULL behind the last. */
const struct meaning *meaning_row(const struct meanings *meanings, unsigned i);
const struct meaning_law *meaning_law(const struct meanings *meanings, unsigned i);
const struct meaning_balance *meaning_balance_of(const struct meanings *meanings, unsigned i);

/* What a row counts for each unit if documents are right, in millionths. */
int64_t meaning_expected(const struct meaning *row);

/* What is said before the source of a row, law or balance: of whom it is, if not of this processor; may be empty. */
const char *meaning_of_whom(const struct meanings *meanings, const void *row);

/* True if the table has rows for the work. */
bool meaning_knows(const struct meanings *meanings, enum meaning_work work);

/* Does the work, counts, and judges. Registers are as before when it returns. Opens windows of its own; memory comes from the
 * machine's arena and goes back. */
void meaning_judge(const struct meaning_request *request, struct meaning_report *report);

/* A record "flow" for each row, and a record "balance" for what rows say of each other. */
void meaning_record(const struct meaning_report *report, struct output *output);

#endif
