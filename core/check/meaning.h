/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks of meaning: does an event count what its name says? Known work of 0, N, 2N and 4N units is done and counted. The slope,
 * the counts for each unit, is compared with a table of the processor (checks/). Background counts, which grow with time, are
 * estimated from a short and a long window without work, and subtracted.
 *
 * Only reads and writes of memory are judged. A value that no document states is an answer, not a failure. */
#ifndef CORE_MEANING_H
#define CORE_MEANING_H

#include "core/record/record.h"
#include "core/work/work.h"

enum meaning_work {
	MEANING_READ,        /* read memory of the CPU's own socket */
	MEANING_WRITE,       /* write it and flush the lines */
	MEANING_REMOTE,      /* read memory of another socket */
	MEANING_ALONE_READ,  /* read memory of a node without processors: MCDRAM */
	MEANING_ALONE_WRITE, /* write it and flush the lines */
	MEANING_WORKS
};

/* The socket whose boxes count. */
enum meaning_side {
	MEANING_HERE, /* the socket of the working CPU */
	MEANING_HOME  /* the socket that owns the memory; all sockets if the owner is unknown */
};

enum meaning_kind {
	MEANING_SUM,   /* the slope is `expected`, or the check fails */
	MEANING_NAMED, /* like SUM, but only the event's name suggests it: a slope of 0 fails, any other is an answer */
	MEANING_AT_MOST, /* the slope is no more than `expected` */
	MEANING_ANSWER,  /* not judged; `expected` is the value by the documents */
	MEANING_CYCLES   /* an occupancy, without an expected number; a balance gives the cycles of each entry */
};

/* The counts that an event is expected to have for a kind of work. */
struct meaning {
	uint8_t work;     /* enum meaning_work */
	uint8_t run;      /* rows of the same work and run are counted at the same time */
	uint8_t side;     /* enum meaning_side */
	uint8_t kind;     /* enum meaning_kind */
	uint8_t expected; /* counts for `of` units, summed over all boxes of the socket */
	uint8_t of;       /* units; 0: one */
	bool twice; /* counts double if lockstep or mirroring turns one command into two: struct meaning_doubling */
	bool other_memory; /* if it counts, memory of another kind caches this memory: this work cannot be judged */
	/* One event, or several whose counts are added. "{home}" stands for the mask of the memory's node, "{else}" for all other
	 * nodes; if that node is unknown, the row is not counted. */
	const char *events;
	const char *others; /* other causes of counts */
	const char *source; /* source of the expected value, and how certain it is */
};

/* In each box, the event `whole` is exactly the sum of `parts`. It is counted together with the rows of the same run. */
#define MEANING_PARTS 3
struct meaning_law {
	uint8_t work, run;
	const char *whole;
	const char *parts[MEANING_PARTS];
	const char *source;
};

/* How the slopes of two rows of a work are related, whatever their values. */
enum meaning_relation {
	MEANING_EQUAL, /* both are equal, or the check fails */
	/* Like EQUAL if both rows are MEANING_SUM, else an answer. If both have the same slope between 1 and 2 lines for each line
	 * read, a prefetcher of pairs of lines is on. */
	MEANING_PAIRS,
	MEANING_LIKELY, /* like EQUAL, but the documents are not explicit: a difference is an answer */
	/* The second row has a filter that passes a share of the first row's lines: the ratio of their expected values. If the
	 * share is wrong, the check fails if a box counts all or none of its lines; else it is an answer. */
	MEANING_SHARE,
	MEANING_STAY /* Little's law: occupancy divided by entries is the time each entry stays, in cycles. An answer */
};

struct meaning_part {
	uint8_t side;       /* enum meaning_side */
	const char *events; /* as in the row */
};

struct meaning_balance {
	uint8_t work;
	uint8_t relation;                  /* enum meaning_relation */
	struct meaning_part first, second; /* for MEANING_STAY: the occupancy, and the entries */
	const char *says;                  /* the relation in words: "what C-Boxes miss, home agents read" */
	const char *source;
};

/* A bit of a socket's PCI configuration space: if it is set, the socket's memory turns one command into two. */
struct meaning_doubling {
	const char *name;
	uint64_t function; /* BOX_FUNCTION on the bus of the socket's boxes */
	uint16_t offset;   /* of the 32-bit register in that function */
	uint8_t bit;
};

struct meanings {
	/* A similar processor whose rows, laws and balances also apply, after this processor's own; NULL: none. Those with an event
	 * that a glob in `without` (NULL: none; ends with NULL) matches do not apply. `like_says` is printed before their
	 * sources. */
	const struct meanings *like;
	const char *like_says;
	const char *const *without;
	const struct meaning *rows;
	const struct meaning_law *laws;
	const struct meaning_balance *balances;
	const struct meaning_doubling *doublings;
	uint8_t row_count, law_count, balance_count, doubling_count;
};

/* Does memory turn one command into two? */
enum meaning_doubled {
	MEANING_MAYBE_DOUBLED, /* unknown: single counts pass, double counts are an answer */
	MEANING_NOT_DOUBLED,
	MEANING_DOUBLED /* double counts pass, single counts are an answer: mirrored memory may read only one side */
};

/* Reads the doubling bits of socket `home`. DOUBLED if any bit is set, NOT_DOUBLED if all were read and are clear. */
enum meaning_doubled meaning_find_doubling(const struct machine *machine, const struct meanings *meanings,
					   uint16_t home);

/* Allowed error of a slope, in thousandths of the expected value; three times the noise is added. The sheet proposes it, after the
 * limits that PAPI and perf_event_tests use for such events. */
#define MEANING_TOLERANCE 10

enum meaning_verdict { MEANING_PASS, MEANING_ANSWERED, MEANING_FAIL, MEANING_HIDDEN };

struct meaning_result {
	const struct meaning *row;
	uint8_t verdict;   /* enum meaning_verdict; HIDDEN: too much other traffic to judge it */
	bool counted;      /* at least one box counted it */
	uint16_t socket;   /* the socket of the row's side; MEMORY_OF_SEVERAL: all */
	int64_t slope;     /* counts for each unit, in millionths */
	int64_t intercept; /* counts without work */
	uint64_t idle;     /* counts without work, in the time of the longest run */
	uint64_t noise;    /* standard deviation between repeats, in counts, at least 1 */
};

struct meaning_balanced {
	const struct meaning_balance *balance;
	const struct meaning_result *first, *second;
	uint8_t verdict; /* enum meaning_verdict */
	int64_t apart; /* first slope minus second, in millionths; for MEANING_STAY, cycles for each entry, in millionths */
	uint64_t noise; /* of the difference, as for a row */
};

#define MEANING_ROWS     32 /* of one work */
#define MEANING_BALANCES 16
#define MEANING_REPEATS  5

struct meaning_report {
	const struct meanings *meanings;
	const char *skipped; /* the reason if nothing could be judged; else NULL */
	bool unseen;         /* skipped because no counter moved */
	bool failed;
	char message[400];          /* the first failure; if skipped, the rest of the reason */
	struct location stopped_at; /* the register, if an access to it failed ... */
	uint64_t got;               /* ... the value that it read ... */
	uint8_t outcome;            /* ... and the enum outcome of that access; OUTCOME_OK for any other failure */
	struct box broken;          /* the box with wrong counts, if one can be identified; else type NULL */
	struct meaning_result results[MEANING_ROWS];
	struct meaning_balanced balanced[MEANING_BALANCES]; /* balances whose rows were both counted */
	uint8_t count, balanced_count;
	uint64_t lines; /* N */
	uint8_t repeats;
	uint8_t doubled;  /* enum meaning_doubled of the memory used */
	struct work work; /* the work that was done; it has ended */
};

struct meaning_request {
	struct machine *machine;
	const struct meanings *meanings;
	uint8_t work;    /* enum meaning_work */
	uint32_t cpu;    /* the CPU that does the work */
	uint64_t lines;  /* N */
	uint8_t repeats; /* 1 to MEANING_REPEATS; if 1 repeat fails, MEANING_REPEATS are done to confirm it */
};

/* Name of a work: "read", "write", ... */
const char *meaning_work_name(enum meaning_work work);

/* The kind of work, from enum meaning_work. NULL if `work` does not do such work. */
const struct work_kind *meaning_work_kind(unsigned work);

/* Row, law or balance `i` of a table, continued by those of `like` that apply; NULL after the last. */
const struct meaning *meaning_row(const struct meanings *meanings, unsigned i);
const struct meaning_law *meaning_law(const struct meanings *meanings, unsigned i);
const struct meaning_balance *meaning_balance_of(const struct meanings *meanings, unsigned i);

/* Expected counts of a row for each unit, in millionths. */
int64_t meaning_expected(const struct meaning *row);

/* Text to print before the source of a row, law or balance: `like_says` if it comes from `like`, else "". */
const char *meaning_of_whom(const struct meanings *meanings, const void *row);

/* True if the table has rows for the work. */
bool meaning_knows(const struct meanings *meanings, enum meaning_work work);

/* Does the work, counts it, judges the counts, and fills in the report. Restores all registers. Opens windows itself; releases the
 * memory that it takes from the machine's arena. */
void meaning_judge(const struct meaning_request *request, struct meaning_report *report);

/* Writes a record "flow" for each counted row, and a record "balance" for each judged balance. */
void meaning_record(const struct meaning_report *report, struct output *output);

#endif
