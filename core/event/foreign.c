/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/foreign.h"

#include "lib/memory.h"

#define TO_KERNEL   "an option for the Linux kernel, which is not here"
#define OF_PERF     "one of perf's events, not a box's"
#define OF_EMON     "a modifier in perfmon's metrics and EMON"
#define OF_PCM      "a word in PCM's opCode files"

/* Names of functions instead of patterns: is_letters and is_hexadecimal. */
#define LETTERS     "<letters>"
#define HEXADECIMAL "<hexadecimal>"

/* Sources: perf's tools/perf/util/parse-events.l and arch/x86/events of Linux 6.1 to 6.12, libpfm4's pfmlib_perf_event.c, PAPI's
 * perf_event_uncore, likwid-perfctr's counters, perfmon's metrics, PCM's opCode-6-*.txt and pcm-raw. */
static const struct foreign_word words[] = {
	{FOREIGN_MODIFIER, "period freq precise", TO_KERNEL, "leave it out; `record -c` sets a period"},
	{FOREIGN_MODIFIER,
	 "time call-graph callgraph stack-size max-stack nr inherit no-inherit overwrite no-overwrite percore aux-output aux-action "
	 "aux-sample-size branch_type metric-id ratio-to-prev config3 driver-config pinned excl exclusive hw_smpl mg mh",
	 TO_KERNEL, "leave it out"},
	{FOREIGN_MODIFIER, "cpu", "how PAPI, libpfm4 or perf choose a CPU",
	 "leave it out; choose with `stat -s SOCKET`, `record -C CPU`, or a box's number"},
	{FOREIGN_MODIFIER, "offcore_rsp ldlat frontend snoop_rsp acr_mask in_tx in_tx_cp pc",
	 "an option for the Linux kernel: the setting of a core that it names is not made here",
	 "without it this is another event; only Knights Landing has offcore_rsp"},
	{FOREIGN_EVENT,
	 "cpu-clock task-clock page-faults faults minor-faults major-faults context-switches cs cpu-migrations migrations "
	 "alignment-faults emulation-faults dummy bpf-output cgroup-switches duration_time user_time system_time",
	 "an event that an operating system counts, not hardware", "`list` shows all events"},
	{FOREIGN_EVENT,
	 "L1-?cache-* LLC-* dTLB-* iTLB-* branch-load* node-* mem-loads mem-stores slots "
	 "stalled-cycles-* PERF_COUNT_*",
	 OF_PERF, "write the code that perf -vv shows, as in cpu/event=0x...,umask=0x.../"},
	{FOREIGN_EVENT, "topdown-* PERF_METRICS*",
	 "a share of slots, which IA32_PERF_METRICS holds and no counter counts",
	 "count core::TOPDOWN:SLOTS if `list` has it; `test core*.metrics` checks the shares"},
	{FOREIGN_BOX,
	 "power cstate_core cstate_pkg msr software tracepoint breakpoint kprobe uprobe intel_pt intel_bts i915 dmar* uncore_arb",
	 "a Linux PMU that is not a counter box", "`info` shows the boxes"},
	{FOREIGN_BOX, "thread_msr package_msr pcicfg mmio pmt tpmi", "one of PCM's PMUs for single registers",
	 "`peek` reads registers"},
	{FOREIGN_EVENT, "mem", "a breakpoint of perf, counted by an operating system, or a LIKWID group",
	 "write the events of the group that likwid-perfctr -H -g shows"},
	{FOREIGN_EVENT,
	 "MEM_?P MEM_FREERUN L2 L3 L2CACHE L3CACHE CACHES ICACHE NUMA ENERGY FLOPS_* TLB_DATA TLB_INSTR CYCLE_ACTIVITY CYCLE_STALLS",
	 "a LIKWID group", "write the events of the group that likwid-perfctr -H -g shows"},
	{FOREIGN_EVENT | FOREIGN_MODIFIER, "fixed", OF_PCM, "write cycles, instructions or ref-cycles"},
	{FOREIGN_EVENT, "PAPI_*", "a PAPI preset", "write the event that papi_avail -e shows for it"},
	{FOREIGN_BOX, "cpu_core cpu_atom", "a PMU of processors with two kinds of cores", "write cpu/.../"},
	{FOREIGN_BOX, "uncore_*_free_running uncore_*_free_running_?", "a Linux PMU for counters that never stop",
	 "write the event's name, as in UNC_IIO_BANDWIDTH_IN.PART0_FREERUN; `list '*FREE*'` shows all known ones"},
	{FOREIGN_EVENT, HEXADECIMAL, "perf's form of a core event's code",
	 "write core:0x and the digits, as in core:0x1c2"},
	{FOREIGN_MODIFIER, LETTERS, "a perf modifier", "leave them out; for a core write k and u, as in :u:k"},
	{FOREIGN_BOX, "perf perf_raw", "libpfm4's PMU for perf's events", "write only the event, as in cycles:u"},
	{FOREIGN_MODIFIER, "one_unit", OF_EMON, "name one box, as in cha0::EVENT"},
	{FOREIGN_MODIFIER, "c1 c2 c3 c4 c5 c6 c7 c8 c9 c1? c2? c3?", OF_EMON,
	 "write a threshold as t=N, for a core c=N"},
	{FOREIGN_MODIFIER, "e0 e1", OF_EMON, "write edges as e=1, with a threshold"},
	{FOREIGN_MODIFIER, "i0 i1", OF_EMON, "write an inverted threshold as i=1"},
	{FOREIGN_MODIFIER, "u0x*", OF_EMON, "write a umask's number as EVENT:0x..."},
	{FOREIGN_MODIFIER, "sup usr os u k", "a privilege level, which only cores have",
	 "leave it out; for a core write :k and :u, or after perf's slash: cpu/.../u"},
	{FOREIGN_MODIFIER | FOREIGN_COUNTER,
	 "PMC? PMC?? FIXC? TMA? MDEV?C? ?BOXFIX UPMC? UNCFIX PWR? TMP? ?BOXC? ?BOX?C? ?BOX??C? ?BOX?FIX ??BOX?C? ??BOX??C? ??BOX?FIX "
	 "?BOX? ?BOX??",
	 "a LIKWID counter", "write BOX::EVENT, with the names that `list` shows, and :counter=N if it matters"},
	{FOREIGN_EVENT | FOREIGN_MODIFIER, "ctr ev_sel", OF_PCM,
	 "write iio/event=0x83,umask=0x1,ch_mask=1,fc_mask=7/; :counter=N names a counter"},
	{FOREIGN_MODIFIER, "multiplier divider hname vname", OF_PCM, "leave it out"},
};

#define LONGEST_WORD 40

static size_t count_of(const char *characters, const char *word)
{
	size_t count = 0;

	for (; *word; word++)
		for (const char *at = characters; *at; at++)
			count += *at == *word;
	return count;
}

/* True for a row of perf's letters, or for a single one that has no meaning in uncork. */
static bool is_letters(const char *word)
{
	const char *letters =
		word[0] && word[1] ? "ukhHGIpPSDeWbRX" : "hHGIpPSDWbRX"; /* a single u, k or e has a meaning here */

	return word[0] && count_of(letters, word) == strlen(word);
}

/* "r1c2". Letters alone are words, not codes. */
static bool is_hexadecimal(const char *word)
{
	return word[0] == 'r' && count_of("0123456789", word) &&
	       count_of("0123456789abcdefABCDEF", word + 1) == strlen(word + 1);
}

static bool matches(const char *patterns, const char *word)
{
	struct slice rest = slice_of(patterns);

	if (!strcmp(patterns, LETTERS))
		return is_letters(word);
	if (!strcmp(patterns, HEXADECIMAL))
		return is_hexadecimal(word);
	while (rest.at)
		if (glob_match(slice_cut(&rest, ' '), word))
			return true;
	return false;
}

const struct foreign_word *foreign_word_of(struct slice text, enum foreign_place place)
{
	struct slice name = slice_cut(&text, '=');
	char word[LONGEST_WORD];
	size_t length = 0;

	if (!name.length || name.length >= sizeof(word))
		return NULL;
	for (; length < name.length; length++)
		word[length] = name.at[length];
	word[length] = '\0';
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (words[i].places & place && matches(words[i].patterns, word))
			return &words[i];
	return NULL;
}
