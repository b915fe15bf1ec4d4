/* SPDX-License-Identifier: BSD-2-Clause */
/* The scenario: text that says what the virtual silicon shall be and do. One `name = value` a line;
 * '#' begins a comment; blank lines and blanks around names and values do not matter. A name given
 * twice takes the last value, except `fault`, of which every line counts. Anything unknown or out of
 * range is an error; a line `#from NAME` says what errors of the lines after it name as their file. Numbers are decimal or 0x hexadecimal.
 *
 *	name                    value             default       meaning
 *	sockets                 1..8              1             sockets of the machine; 1 of Knights Landing, at
 *	                                                        most 4 of the E5-2600 and of Skylake-SP and its like
 *	cores                   1..320            as sold       logical processors of a socket: as many as the machine underneath has, or
 *	                                          (models/      more; cores times threads. At most the cores of the largest part:
 *	                                          sold.c)       Xeon 7500 8, E7 10, E5-2600 8, v2 15, v3 18, v4 24,
 *	                                                        Skylake-SP and its like 28, Ice Lake-SP 40, Sapphire Rapids 60,
 *	                                                        Emerald Rapids 64, Granite Rapids 128, Sierra Forest 144,
 *	                                                        Knights Landing 76; on the E5-2600 no more than C-Boxes
 *	rate.clock              10^6..10^10       2000000000;   uncore clock, Hz
 *	                                          KNL 1700000000,
 *	                                          E5 2700000000
 *	rate.BOX.EVENT[.SUB]    0..2300000000     see below     events per second
 *	idle                    0, 1              0             1: by default only clocks and events of processors
 *	                                                        happen; the banner says "idle"
 *	background              0..1000           1000; 0 of    default rates in thousandths, except those of clocks and of instructions
 *	                                          what lines    that processors retire; below 1000 the
 *	                                          move          banner says "idle". By default only programs move
 *	                                                        lines of memory, as under idle firmware
 *	bursts.period           0..20000000       0             ns from burst to burst: events that `background` scales, and
 *	bursts.length           1..20000000       1             those with a rate of their own, happen only in the first
 *	                                                        `length` ns. A period of 0, or not above the length: they
 *	                                                        always happen
 *	smis                    0..100000         0             system management interrupts a second that MSR 0x34 of each
 *	                                                        processor counts; they do nothing else
 *	numbered                0, 1              1             1: each processor's number (PPIN, MSR 0x4f) can be read
 *	microcode               0..0xffffffff     1             revision of each processor's microcode (MSR 0x8b)
 *	stop.delay              0..10000          0             ns for which counters continue after they must stop,
 *	status.delay            0..10000          0             until an overflow shows in a status and can be cleared,
 *	clear.delay             0..10000          0             and until a cleared one stops showing; counters of
 *	                                                        processors have no such delays
 *	work                    auto, off         auto          auto: accesses of programs to memory are counted: see below
 *	slices                  numbers           0 1 2 ...     the number of the C-Box or CHA of each slice; every number once
 *	slice.hash              three masks       published     address masks: the parity of the address under each mask is
 *	                                                        a bit of the slice's number, of eight; lowest bit first
 *	function                see below         none          a visible PCI function of the board
 *	buses.SOCKET            see below         as below      the numbers of that socket's PCI buses
 *	leave                   as-found, any     as-found      contents of registers when the program leaves: as at the start,
 *	                                                        or any; in QEMU also the PMI entries
 *	                                                        of the local APICs
 *	fault                   see below         none          something broken
 *
 * Accesses of programs to memory are counted by Xeon 7500, E7, E5-2600, its v2 and Knights Landing from the first WBINVD
 * on: the first touch of each 4 KiB page after it, by any processor, is a line read, or read in order to be written; the
 * next WBINVD of that processor's socket writes back what was written. The tables of silicon/models/*_flow.c
 * give the events that each box counts for a line; slices are found by the published hash of eight, or by the one of 38 CHAs, in any other
 * number by the line's number modulo how many there are. Counts come on top of the rates: without `background` the events of
 * these tables have none, with whatever sub-event; `background = 0` silences all others, too, but the clocks. A line passes
 * filters by its own address, node, requester and opcode: in home agents and B-Boxes RdData if it is read, RdInvOwn if in
 * order to be written, and WbMtoI written back. With bit 1 of MSR 0x1a4 clear, a Xeon
 * reads the other line of 128 bytes too. Later touches of a page, and CLFLUSH, are not counted. `work = off`: nothing is counted, and WBINVD is not intercepted.
 *
 * Settings of the Xeon 7500 and E7: choices that the documents leave open, and assumptions of the model:
 *
 *	fixed.pmi_bit           1, 2 or 20        1             pmi_en of the W-Box's FIXED_CTR_CTL
 *	debugctl                needed,           not-needed    whether a core takes uncore PMIs only
 *	                        not-needed                      with DEBUGCTL (MSR 0x1d9) bit 13 set
 *	erratum                 none, wbox,       wbox          counters that read wrong (323535 p.140)
 *	                        fixed, all
 *	freeze.delay            0..500000         0             ns from the PMI request to the freeze; later is
 *	                                                        the fault freeze.late
 *	pmi.delay               0..500000         0             ns from the PMI request to the PMI
 *	threads                 1, 2              1             logical processors of a core, each of which a PMI
 *	                                                        of the U-Box reaches
 *	status.pmi_bit          4..31             30            position of U GLOBAL_STATUS.pmi
 *	status.cond             never, pmi,       never         event that sets bit 31 of it: none, a PMI
 *	                        overflow, freeze                request, any overflow, the freeze
 *	pmi_core_sel.width      1..8              8             bits of pmi_core_sel from bit 1 on
 *	pmi_core_sel.encoding   mask, number      mask          a bit for each core, or the number of one
 *	overflow                carry, early,     carry         when an overflow is signalled: as the
 *	                        late                            counter carries to 0, one count before
 *	                                                        (at all ones), or one after (at 1)
 *	threshold               at-least, above   at-least      counts that pass a threshold
 *	invert                  below, swapped,   below         counts that pass with invert: those that do not
 *	                        above                           pass without; the same with the roles of 0
 *	                                                        and 1 swapped; counts above the threshold
 *	sbox.match              opaque, address   opaque        see Filters
 *	bbox.mask               compare, ignore   compare       effect of a 1 in a B-Box mask
 *	mbox.mask               compare, ignore   compare       effect of a 1 in an M-Box mask
 *	summary.cbox8           s0, s1            s0            (E7) the side that C8 reports to
 *	summary.cbox9           s0, s1            s1            (E7) the side that C9 reports to
 *
 * and the settings of cores of Knights Landing (below), with clock.core and clock.reference 1866000000 (E7 2400000000) and
 * perf_capabilities 0x1000: counters are written by their legacy addresses. The cores have four general counters and
 * three fixed ones, the architecture's events but those that CPUID lacks (reference cycles; of the 7500's first dump mispredicted branches,
 * too), and PMIs and freezes independent of the U-Box's: the settings above concern only the uncore. In the two dumps
 * whose CPUID reports no core PMU (206e6-beckton, 206e6-beckton-2), DEBUGCTL and MISC_ENABLE are its only registers.
 *
 * Rates. BOX is `cbox3`, `wbox`, ..., or `cbox*` for every instance, and of the R-Box `rbox.port0` to
 * `rbox.port7` or `rbox.port*`. EVENT is a name or a key: the code; in the M-Box 0x20 + set_flag_sel of
 * secondary events; in the B-Box the code + 0x100 * counter; in the R-Box the lowest IPERF bit, 0x40 +
 * QLX type, 0x60 for XBR. SUB is a name or the umask bit of one sub-event, left out where an event has
 * none, or the words of its choices: `rate.cbox3.0x15.0x01`, `rate.cbox*.LLC_HITS.M`,
 * `rate.mbox0.DRAM_CMD.RAS.RDPRIO`, `rate.mbox*.FVC_EV0.BBOX_CMDS.READS`,
 * `rate.mbox1.THERM_TRP_UP.DIMM0_GT_LO`, `rate.rbox.port3.NEW_PACKETS_RECV.VN0.DRS`. Of a choice that may
 * be all at once (mode, DIMM, packet class, virtual network, queued command) ALL or ANY, or nothing,
 * means all: the rate is divided evenly, the first gets the rest. The FVC slots share their rates, and
 * so do all match events of the B-Box on input, and on output. By default an event of key k, with a and b
 * as below and increment i has in instance n of its box (of the R-Box: port n), socket s, the rate
 *	(100003 * (k + 1) + 50021 * a * a + 30011 * b * b) * i * (64 + 8 * n + s) / 64    (rounded down)
 * so that a mistake which swaps two of them shows. a: number of the umask bit, counted from
 * 1, or 1 + the value of the first choice; b: 1 + that of the second; 0 where there is none. M CYCLES has
 * the rate of the clock, which TIMESTAMP_UNIT counts too.
 *
 * What a counter counts. A source of r events per second has made floor(r * t / 10^9) events by model
 * time t (ns); a counter that counts from t0 to t1 adds the difference. What selects several (bits of a
 * umask, of IPERF, packets of a filter, every mode) adds their sources exactly; sub-events never happen
 * in the same cycle. umask 0 counts nothing if the event has sub-events. The W-Box's fixed counter
 * counts the clock.
 *
 * With threshold or edge_detect the sources become one signal first: of R events per second in all, in
 * packets of `increment` a cycle, hence A = min(R / increment, clock) active cycles per second, in runs
 * of `run` cycles (both in the event tables; divisions round down). Then
 *	threshold <= increment:	A cycles pass; with invert clock - A; edges: A / run
 *	threshold >  increment:	no cycle passes; with invert every one; edges: none
 *	threshold 0 (edge only):	as threshold 1, invert ignored
 * and a signal that is always active has no edges.
 *
 * B: the occupancies of TF and IMT have rates in entry-cycles, of which the counter counts one in 256 and
 * one in 32. S: a counter whose tally was not reset (reset_occ_cnt written 1 with the event, then 0) since
 * its queue was chosen adds one more each clock; while reset_occ_cnt is 1 nothing. M: BCMD_SCHEDQ_OCCUPANCY
 * of FVID f is (32 + f) / 32 of its rate; fvid of ZDP_CTL_FVC changes nothing. flag_mode with inc_sel 0
 * counts the secondary event alone; with another inc_sel and storage_mode 1 that event in the part of the
 * time, in millionths, in which the secondary one is active. A counter without wrap_mode stops at an
 * overflow until its overflow bit is cleared.
 *
 * Filters choose from twelve kinds of packets, the table in xeon_7500_traffic.c, each with a rate of its
 * own in each box (`rate.sbox0.TO_R_PROG_EV.RDCODE`, `rate.bbox0.MSG_IN_MATCH.RDCODE`,
 * `rate.rbox.port0.XBR_MATCH.RDCODE`); what matches is added up.
 *	R XBR	compares header and MATCH where MASK is 1. ig_flt_cnt: counts flits; else packets that
 *		have a flit number match_flt_cnt. Bits 71:64 of all flits are 0.
 *	B	compares those of the fields class, opcode and address that the event names, where MASK
 *		is 1 (bbox.mask = ignore: 0).
 *	S	with MATCH 0: address bits 43:6 must be 0 where MASK[38:1] is 0, and so must be the home
 *		node if MASK[0] is 0. Where MATCH has its fields is not known: any other MATCH counts the
 *		kind OPAQUE alone; with sbox.match = address, MATCH[38:1] is taken for address bits 43:6.
 *	M	of DRAM_CMD and RETRIES one in 2^n passes, n being the number of bits that ADDR_MASK
 *		compares; ADDR_MATCH has no effect.
 *
 * Faults, as BOX[.REGISTER].KIND[=ARG], in every socket; faults of cores as for Knights Landing. Registers are global_ctl, status, ovf_ctl,
 * ctl0.., ctr0..; in the W-Box fixed_ctl and fixed_ctr; in the S-Box mm_cfg, match and mask; in the B-Box
 * match and mask; in the M-Box timestamp_unit, dsp, iss, map, msc_thr, pgt, pld, zdp_ctl_fvc, mm_cfg,
 * addr_match and addr_mask. The halves of the R-Box are rbox0 and rbox1. In addition to ctl0 to ctl7 and so on they have
 * port0_iperf_cfg0, .._cfg1, port0_qlx_cfg, port0_xbr_set1_mm_cfg, .._match, .._mask, .._set2_.. to port3_.. and
 * port4_.. to port7_..; as in the guide, they may also be one: rbox.ctr15, rbox.port7_qlx_cfg,
 * rbox.status_7_0, rbox.status_15_8. COUNTER is ctrN or fixed_ctr.
 *
 *	BOX.gp                    every access to the box faults
 *	BOX.vanish[=N]            it is gone after the first N accesses (1..1000000, default 100): MSRs fault, as with gp, a PCI
 *	                          function is as with hidden; its counters stop
 *	BOX.hang[=N]              accesses after the first N never complete: the processor hangs
 *	BOX.enable.ignored        its counters need no bit in its global_ctl
 *	BOX.status.sticky         overflow bits cannot be cleared (and so do not rise again)
 *	BOX.status.missing        overflow bits read 0
 *	BOX.status.slow[=NS]      overflow bits show NS (1..1000000000, default 1000000) after their overflow,
 *	BOX.status.lingers[=NS]   or read 1 for NS after they are cleared
 *	BOX.freeze.missed         the register that freezes all boxes does not freeze it
 *	BOX.enable.missed         the one that enables all does not enable it,
 *	BOX.reset.missed          nor does its reset clear its counters
 *	BOX.summary.missing       its overflows do not show in the U-Box's status
 *	BOX.summary.bit=BIT       they show in another bit of it
 *	BOX.control.coupled[=N]   its control acts on the next box of its type, too (of the last one on the one before), or on the Nth on:
 *	                          it also enables, or freezes and clears, the counters there
 *	BOX.summary.hasty         that bit clears with the first overflow bit that is cleared, although others below it remain
 *	BOX.summary.stays         that bit never clears
 *	BOX.status.together       clearing any of its bits clears all of them
 *	BOX.COUNTER.cleared       clearing its overflow bit sets it to 0
 *	BOX.filter.ignored        its filters let everything pass
 *	BOX.lock.ignored          (S) MATCH and MASK can be written while MM_CFG bit 63 is 1
 *	BOX.tally.ignored         (S) reset_occ_cnt resets nothing
 *	BOX.clock.dead            the event of its clock never happens
 *	BOX.clock.rate=N          its clock runs at N sixteenths (1..64, not 16) of its rate, whatever it counts; not of processors
 *	BOX.clock.absent          no clock reaches it, as for a memory channel without memory or an unconnected link: registers
 *	                          answer, counters stand still. That is no defect, and not in the list of faults
 *	BOX.SELECT.deaf=BIT       the bit, which selects the event, modifies the count (threshold, invert, edges, modes), or has overflows ask for a PMI,
 *	                          can be written but has no effect
 *	BOX.SELECT.rewritten[=N]  another program flips its lowest bit (an event's, or the enable; this is no defect) after N accesses to the box (1..1000000, default 100)
 *	BOX.events.deaf=BIT       the same for a bit of every select of the box that selects event or sub-event
 *	BOX.FILTER.deaf=BIT       the same for a bit of a filter register: it is compared as 0
 *	BOX.FILTER.open=BIT       that bit, of an opcode or address, is not compared: either value passes
 *	BOX.lines.lost[=N]        every Nth line of memory that passes it (2..1000, default 2) is not counted by
 *	                          any of its counters,
 *	BOX.lines.doubled[=N]     or is counted twice
 *	BOX.lines.swapped         it exchanges lines with the next box of its type (the last box: with
 *	                          the one before)
 *	BOX.lines.written         it counts a read of a line as a write
 *	BOX.lines.local           it counts lines of another socket's memory as its own socket's: a home agent or channel of the
 *	                          requesting socket counts them, too
 *	BOX.COUNTER.dead          does not count; also mboxN.timestamp_unit
 *	mboxN.timestamp_unit.half it counts half as fast
 *	BOX.COUNTER.rate=N        adds N (0..1000, but not 1) for each event
 *	BOX.COUNTER.lost[=N]      every Nth event (2..1000, default 16) adds nothing
 *	BOX.COUNTER.doubled[=N]   every Nth event adds 2
 *	BOX.COUNTER.width=N       wraps and overflows as if N (1..48) bits wide
 *	BOX.COUNTER.threshold.equal its threshold lets only equal counts pass, none above
 *	BOX.COUNTER.early=N       an overflow shows, and asks for its PMI, N counts (1..2^47) before its end, too
 *	BOX.COUNTER.late[=N]      an overflow shows, and asks for its PMI, N counts (2..1000, default 100) after its end
 *	BOX.COUNTER.silent        overflows set no bit and ask for no PMI
 *	BOX.COUNTER.flag=BIT      overflows set another bit of the status, which the same bit of ovf_ctl clears
 *	BOX.COUNTER.leaps         while it is enabled, a value that ends in 0x00 reads 0x100 too high
 *	BOX.COUNTER.lags          while it is enabled, a value that ends in 0xff reads 1 too low
 *	BOX.COUNTER.torn          while it counts, bits 32 and up follow a carry 2^24 counts late
 *	BOX.REGISTER.stuck1=BIT   a bit that is always 1: of a control, hardware sees it, too; of
 *	                          a counter or status, only reads show it; of ovf_ctl, it keeps its overflow
 *	                          bit at 0
 *	BOX.REGISTER.stuck0=BIT   a bit that is always 0, likewise; it wins over stuck1
 *	BOX.REGISTER.gp           accesses fault
 *	BOX.REGISTER.dropped      writes vanish
 *	BOX.REGISTER.alias=BOX.REGISTER
 *	                          accesses reach the other register instead
 *	BOX.REGISTER.reset=VALUE  its content at the start
 *	ubox.en_all.ignored       counters need no master enable
 *	ubox.freeze.ignored       frz_all does not freeze
 *	ubox.freeze.late[=NS]     it freezes NS later (1..1000000000, default 1000000)
 *	ubox.freeze.by_core       overflows of cores' counters freeze, too; also of global
 *	ubox.reset.ignored        rst_all does not clear
 *	ubox.pmi.lost             no PMI reaches a core
 *	ubox.pmi.blocked          none comes while an earlier overflow shows
 *	ubox.pmi.spurious[=NS]    one more PMI NS (1..1000000000, default 1000000) after en_all is set
 *	ubox.pmi.doubled[=NS]     every PMI comes again NS later (same range and default)
 *	ubox.pmi.stuck[=NS]       after the first PMI, another one comes every NS (100..1000000000, default 200000)
 *	ubox.pmi.core=N           every PMI goes to core N (0..63); to none if there is no such core
 *
 * A fault without effect is an error: a bit stuck at its constant value, dropped writes of a read-only register, the
 * correct reset value, width or bit, a register that does not exist. silicon.h lists all faults of
 * a machine. A program breaks no rules in a box with a fault (docs/faults.md).
 *
 * ---- Knights Landing ----
 *
 *	clock.core              10^6..10^10       1300000000    core clock, Hz
 *	clock.reference         10^6..10^10       1200000000    of fixed counter 2 and event 0x3c/0x01
 *	clock.dclk              10^6..10^10       1067000000    of the DDR boxes
 *	clock.eclk              10^6..10^10       900000000     of the MCDRAM boxes
 *	cpuid                   none, or the      see below     answers of CPUID: a dump of
 *	                        name of a dump                  a real machine (silicon/models/cpuid_dumps.h)
 *	counters                1..8              by cpuid      generic counters
 *	width                   33..48            by cpuid      bits of a core's counters
 *	perf_capabilities       0..0xffff         0x3000        MSR 0x345, whose value on silicon is unknown;
 *	                                                        bit 13: MSRs 0x4c1 on are there, bit 12:
 *	                                                        DEBUGCTL bit 14 is, bit 15: PERF_METRICS is
 *	threads                 1..4              1             logical processors of a core, at most 2 for a Xeon; option
 *	                                                        --threads of tools/boot sets it
 *	user                    0..1000           0             thousandths of all events above level 0
 *	icount                  off, 0..10        off           see below
 *	pmi.entry               edge, level       edge          level: an overflow that shows and asks for a PMI asks
 *	                                                        again when the local APIC's entry is unmasked
 *	core_pmu.version        3..6              by cpuid      of the architecture, as CPUID 0x0a says: see below
 *	core_pmu.fixed          3, 4              by cpuid      fixed counters; the fourth counts slots
 *	core_pmu.missing        0..255            by cpuid      bit i: CPUID 0x0a EBX says that the architecture's
 *	                                                        event i is missing, and nothing counts it
 *	core_pmu.erratum        none, or an id    none          behaviour of sound silicon by a published erratum:
 *	                                                        AAJ107 (7500, E7): a sixteenth of the instructions is not
 *	                                                        counted. AAJ125 (likewise), BV43 (E5-2600 v2), threads on: an
 *	                                                        overflow of fixed counter 0 with the freeze on PMI sends another
 *	                                                        PMI as the entry is opened. AAJ143 (7500, E7), BJ58 (E5-2600),
 *	                                                        BV85 (v2): a write of global_ctl that stops a counter within 64
 *	                                                        counts of its overflow leaves the bit of the status for good.
 *	                                                        AAJ91 (7500, E7): of the first four counters one whose select
 *	                                                        is another than at its last start counts cycles, if its number is
 *	                                                        odd nothing, unless all were primed before the start.
 *	                                                        BV80 (v2), threads off: selects 4 to 7 read as 0. BDD101 (v4),
 *	                                                        threads on: odd processors count a sixteenth of the branches
 *	                                                        twice. SKL90 (Skylake-SP, Cascade Lake-SP), threads off:
 *	                                                        CTR_FRZ does not stop counters 4 to 7
 *	core_pmu.any_thread     refused, ignored  refused       (version 5) effect of writing an AnyThread bit: no
 *	                                                        source states it
 *	core_pmu.lbr            legacy,           by cpuid      whether DEBUGCTL bit 0 holds what is written, or reads
 *	                        architectural                   0 (CPUID 7 EDX bit 19)
 *	offcore.latency         1..2000           200           core cycles that a request takes
 *	offcore.latency.step    0..100            0             additional cycles for each request class, in the
 *	                                                        order of their bits
 *	offcore.reserved        fault, ignore     fault         bits of MSR_OFFCORE_RSP_n outside Linux's mask
 *	freeze                  needs-enable,     needs-nothing whether bit 8 of a box control freezes only
 *	                        needs-nothing                   with bit 16; Linux, which lets boxes of the memory
 *	                                                        go with 0, stops them with bit 8 alone
 *	chas                    1..38             38            CHAs, from 0 on (MSR 0x702)
 *	mcdram                  flat, cache       flat          whether MCDRAM is memory of a node of its own, or
 *	                                                        in front of DDR: without bounds, empty at first
 *	bus                     1..255            255           PCI bus of all boxes but the IRP
 *	bus.irp                 1..255            254           PCI bus of the IRP
 *
 * Boxes are core0 on (by logical processor), cha0.., edc_uclk0.., edc_eclk0.., imc_uclk0.., imc0.. (DDR
 * channels), m2pcie, irp, ubox, pcu and global (MSRs 0x700 to 0x702). Events are named as libpfm4 has them, without
 * UNC_H_ and the like, or by code; where a umask is a code of its own, as EVENT.UMASK or 0xUUEE (umask, event):
 * `rate.core*.BR_INST_RETIRED.JCC`, `rate.core0.0x7ec4`, `rate.core0.MEM_UOPS_RETIRED.HITM`,
 * `rate.core*.OFFCORE_RESPONSE.DMND_RFO.DDR_NEAR`, `rate.cha*.TOR_INSERTS.IRQ_MISS.LOCAL_NEAR`.
 *
 * The model does not see what the processor executes: counts of a core follow its clocks and rates, halted or not.
 * A core's default rates are in knights-landing.sheet: base rate R for an event; with a and b as above R + R * (6 *
 * a * a + 4 * b * b) / 12, times the increment; core n: times (64 + n) / 64. Only under QEMU's `-icount shift=N`,
 * where a nanosecond is always the same number of instructions, can instructions be counted that were really
 * executed: with `icount = N` instructions retire at 10^9 / 2^N a second, and time is that of the guest: it stands while the
 * hypervisor works. What a processor executes while all others sleep or wait is counted exactly, an instruction that the hypervisor
 * carries out as one; if several are awake, each counts the instructions of all of them; while all sleep, time continues. An
 * overflow is noticed up to 2000 instructions late. One in four instructions counts as a branch, whatever it is.
 *
 * Leaves 0, 1, 2, 4 to 7, 0x1c, 0x23 and 0x80000000 to 0x80000008 are those of the dump, but for topology; leaf 0x0a is as the settings of
 * the core PMU say, which are the dump's where the scenario does not set them; events that it says are missing are not counted. Where the
 * dump has no core PMU, there is none. By default the dump is the first of the part's, but that the processor has the name of a part that was
 * sold with as many cores (silicon/models/sold.c); with none
 * the core PMU is like that, and the rest as the machine underneath has it. Sierra Forest and unknown-xeon have no dump: version 5 with 8
 * counters of 48 bits and 4 fixed ones. In QEMU bits are cleared that announce what its processor cannot do
 * (silicon/svm/features.c); frequencies (0x15, 0x16) are QEMU's, and XSAVE's areas (0x0d).
 *
 * Up to version 3 a PMI with DEBUGCTL bit 12 set clears global_ctl (and with bit 11 DEBUGCTL bit 0). From version 4 on it sets bit 59
 * of the status (bit 58), and while that is set nothing counts; a 1 written to that bit of ovf_ctl ends it. MSR 0x391 then sets bits of the
 * status, without a PMI, and 0x392 tells what is in use: counters with a select, and bit 63 with one that asks for PMIs. From version 5 on
 * CPUID says that AnyThread is deprecated. Of slots there are four a cycle; PERF_METRICS (0x329), there by default
 * where a dump has a fourth fixed counter, reads fixed shares of them, and 0 before that has counted since it was set while bit 48 of
 * global_ctl was, too; where the LBRs are architectural it has a second level. It holds nothing that is written, but for 0. There are no LBRs.
 * Of version 6 are leaf 0x23 (subleaf 1: bitmaps of counters, which go by the settings wherever it is), and other addresses of the same registers:
 * counters at 0x1900 + 4i, selects at 0x1901 + 4i, fixed counters at 0x1980 + 4i; writes of full width are then announced.
 *
 * OFFCORE_RESPONSE_n: 13 requests (a) times 14 responses (b); ANY_REQUEST and ANY_RESPONSE are all of them. Who
 * answers is a supplier bit and a snoop bit: near tile 19 (E), 20 (F) with 35, 19 (M) with 36; far tile 22 with 35 or
 * 36; MCDRAM 21 with 31, 22 with 32; DDR 23 with 31, 24 with 32; other 17 with 37; the own tile 25 to 28 alone. One
 * source for each request, whose rate is the sum over the responses that match. With OUTSTANDING (bit 38; counter 0)
 * each request counts offcore.latency + i * offcore.latency.step cycles, i being its number from 0, at most 10^10 a
 * second of each class.
 *
 * CMASK, E and INV as above, but INV without CMASK changes nothing. A counter whose overflow bit is set does not show
 * another overflow. Of the UBox and the PCU no event is known: whatever code is selected there never happens.
 * Overflows of uncore counters show in the box's status and the global one, whether or not bit 20 of
 * the select is set, and are cleared by writing 1 to either; they ask for no PMI: no document states its
 * target. Those of fixed counters of the uncore, and of the PCU's, show nowhere. Reset bits act when they are written and
 * read 0. A CHA counts TOR entries of four kinds (local near, local far, remote near, local non-coherent; opcodes 0x182,
 * 0x201, 0x182, 0x1e7): filter 1 must have both bits of the kind, and all-opcodes or its opcode; with isochronous,
 * non-coherent or C6 only remote near, non-coherent, or none pass. With bit 19 of the select each logical processor has
 * 1/cores of everything. No PEBS, BTS or LBR: MSR 0x1a0 bits 11 and 12 are 1.
 *
 * Registers: of a core ctl0.., ctr0.., full0.. (the same counters at 0x4c1 on), fixed_ctl, fixed_ctr0.., global_ctl,
 * status, ovf_ctl, offcore_rsp0, offcore_rsp1, debugctl, misc_enable, perf_capabilities, pebs_enable, ds_area; of the
 * uncore ctl0.., ctr0.., box_ctl, status, fixed_ctl, fixed_ctr, filter0, filter1; of global global_ctl, status, config.
 * Faults of all registers are those above, gp of MSRs alone, and
 *
 *	coreN.enable.ignored      global_ctl need not be set
 *	coreN.freeze.ignored      DEBUGCTL bit 12 does nothing
 *	coreN.freeze.late[=NS]    what it does comes NS later, as above
 *	coreN.COUNTER.enable.ignored
 *	                          it needs no en of its ctl, or no level of fixed_ctl
 *	coreN.COUNTER.level.ignored
 *	                          it counts at all privilege levels, whatever is selected
 *	coreN.COUNTER.level.swapped
 *	                          it swaps level 0 and the levels above
 *	coreN.ctrM.KIND.ignored   CMASK (threshold), INV (invert) or E (edge) of its ctl does nothing
 *	coreN.freeze.clears       it clears global_ctl, too (from version 4 of the architecture on)
 *	coreN.freeze.lower        counters from 4 on count although it shows (likewise; erratum SKL90)
 *	coreN.thaw.clears         global_ctl is cleared as it ends (likewise)
 *	coreN.thaw.ignored        it stays when its bit of the status is cleared (likewise)
 *	coreN.metrics.dead        PERF_METRICS reads 0 (where it is there)
 *	coreN.metrics.exceed      one of its parts is a sixteenth more than it can be (likewise)
 *	coreN.pmi.masked          once a PMI has masked the entry of its local APIC, the entry stays masked, whatever is written
 *	coreN.freeze.partial      it leaves the fixed counters running until global_ctl, which reads 0, is written
 *	coreN.pmi.KIND            as of the U-Box above: lost, blocked, spurious, doubled, stuck, core=N
 *	BOX.freeze.ignored        its box control does not freeze, nor does the global one; of global: of no box
 *	BOX.freeze.late[=NS]      its box control freezes NS later, as above; not of global
 *	BOX.reset.ignored         reset bits of its controls do nothing
 *	BOX.hidden                the PCI function reads all ones
 *	BOX.id=VALUE              its PCI device identifier
 *	chaN.filter.ignored       its filters let everything pass
 *
 * ---- Xeon E5-2600 ----
 *
 * The settings of cores are those of Knights Landing: clock.core and clock.reference (2700000000), cpuid, counters,
 * width, perf_capabilities, threads, user, icount, pmi.entry, core_pmu.*. So is what is said there of cores; their events are the
 * architecture's seven. In addition:
 *
 *	clock.dclk              10^6..10^10       800000000     of the memory channels
 *	clock.pclk              10^6..4*10^9      800000000     of the PCU
 *	qpi.rate                0..7              5             code in QPI_RATE_STATUS: 4 + 0.8 * it GT/s; the clock of QPI is
 *	                                                        500 MHz + 100 MHz * it
 *	qpi.slow                no, yes           no            bit 4 of that register
 *	cboxes                  1..8              8             C-Boxes, from 0 on
 *	uclk.width              44..48            48            bits of the UBox's fixed counter
 *	box_ctl                 readable,         readable      whether box controls read as written, or as 0
 *	                        write-only
 *	dclk.counter            freezes, runs     freezes       whether a channel's freeze stops its fixed counter
 *	memory                  independent,      independent   E5-2600 alone: what its MCMTR (15.0) and RASENABLES (15.1)
 *	                        lockstep,                       say; each line is then of two channels, in lockstep n and
 *	                        mirrored                        n ^ 1, mirrored n and n ^ 2, which both count it
 *	config.wide             whole, half       whole         what reading 8 bytes of configuration space gives:
 *	                                                        both dwords, or the lower one and all ones
 *	pcu.filter              at-once, late     at-once       when what is written to the PCU's filter takes effect: late is
 *	                                                        with the next change of frequency, and none comes
 *	frequency               0..254            27            of the cores in 100 MHz, for the PCU's bands
 *	frequency.low           0..254            12            the same for the rest of the time
 *	frequency.share         0..1000           600           thousandths of the time at `frequency`
 *	residency.c3            0..2300000000     300000000     counts a second of MSR 0x3fc in core 0; core n:
 *	residency.c6            0..2300000000     900000000     and of 0x3fd        times (64 + n) / 64
 *	nodes                   identity,         identity      node identifiers of the sockets: their numbers, or
 *	                        reversed                        from the last to the first
 *	bus.0 to bus.3          1..255            see below     uncore bus of a socket
 *
 * One socket's uncore is on bus 0xff, two are on 0x7f and 0xff, more on 0x3f, 0x7f, 0xbf and 0xff. D5:F0 with CPUBUSNO
 * is on bus 0 and, of other sockets, on the bus after the uncore's of the previous socket; the rest of these buses is
 * the machine's own. Function 0 of devices 14 and 19 is there and empty.
 *
 * Boxes are core0 on (by logical processor), ubox, pcu, cbox0 to cbox7 in MSRs; ha, imc0 to imc3, qpi0 and qpi1
 * (counters), qpi_match0 and 1, qpi_misc0 and 1 (rate status), r2pcie, r3qpi0, r3qpi1, ubox_config (D11:F0) and iio
 * (D5:F0), each a PCI function. Registers: box_ctl, ctl0.., ctr0.., fixed_ctl, fixed_ctr, box_filter; addrmatch0,
 * addrmatch1, opcodematch; pkt_match0, pkt_match1, pkt_mask0, pkt_mask1; rate_status; cpunodeid, gidnidmap; cpubusno;
 * of cores those of Knights Landing that are the architecture's, and c3_ctr, c6_ctr.
 *
 * Events are named as libpfm4 has them, without UNC_C_ and the like, or by code, to which extra select adds 0x100;
 * where a umask is a code of its own as EVENT.UMASK or 0xUUEE: `rate.imc*.CAS_COUNT.RD_REG`, `rate.ha.REQUESTS.READS`,
 * `rate.qpi0.RxL_FLITS_G1.DRS_DATA`, `rate.cbox0.LLC_LOOKUP.DATA_READ.M`, `rate.cbox*.TOR_INSERTS.DRD.MISS`,
 * `rate.cbox1.TOR_OCCUPANCY.EVICTION`, `rate.pcu.POWER_STATE_OCCUPANCY.CORES_C0`, `rate.ha.ADDR_OPC_MATCH.RDCODE`,
 * `rate.qpi1.CTO_COUNT.DATAC_M`. A umask of several bits that libpfm4 has a name for is the sum of its bits.
 *
 * What a document leaves open is taken so. A counter that must not count its event counts nothing. Threshold 0 with
 * invert or edge_det breaks a rule. Nothing reports an overflow. UBox counters may be written, and given an event
 * instead of event 0, while enabled, as p.18 has it; other counters and selects only while they are stopped.
 *	C-Box	state, opc and nid act on the events that ask for them. LLC_LOOKUP: three kinds (a) in five states (b: I S E
 *		M F). TOR: 19 opcodes (a), each hit or missed (b); evictions (a = 20) and write-backs (21) are no misses.
 *		Node n of N is the target of (n + 1) / (1 + 2 + .. + N) of everything. A logical processor, by tid, and
 *		other traffic (tid 0x10) have 1 / (cores + 1) of everything. COUNTER0_OCCUPANCY has the sources that the
 *		select of counter 0 says.
 *	PCU	POWER_STATE_OCCUPANCY: a = occ_sel; base rate 30000000, as that of core events. With an event beside it
 *		both are independent: the rate is the product of their shares of pclk. The demotion events pass whatever
 *		the filter says.
 *	HA, QPI	what matches is added up, of the tables in xeon_e5_2600_match.c: RDCUR at address 0, RDCODE, RDDATA and
 *		RSPI at 0x12345000, RDDATA_HIGH at 0x3f0012345000, RDINVOWN at 0x12346000, INVITOE_HIGH at 0x3f0012346000,
 *		WBMTOS at 0x80000000.
 *
 * Writes of reserved bits are ignored and break a rule, those beyond a counter's width are ignored. Configuration
 * registers are written 4 bytes at a time. Faults are as above; a MSR's gp, a PCI function's hidden and id, box_ctl's
 * freeze.ignored, freeze.late and reset.ignored, filter.ignored of cboxN, pcu, ha and qpiN, and
 *
 *	pcu.bands.shut            no frequency reaches a band
 *	pcu.bands.crossed         the first band stands for all
 *
 * ---- Xeon E5-2600 v2 ----
 *
 * As the Xeon E5-2600, with up to 15 C-Boxes (cboxes, by default all) and 30 logical processors (cores, by default 15), and
 *
 *	debugctl                not-needed,       not-needed    whether a core takes uncore PMIs only with DEBUGCTL
 *	                        needed                          (MSR 0x1d9) bit 13 set
 *	freeze.delay            0..500000         0             ns from an overflow to the freeze of all boxes
 *	freeze.again            cleared, always   cleared       whether a new freeze and PMI need the overflow bits
 *	                                                        of the last one cleared, of the box and the global
 *	irp.width               44..48            44            bits of the IRP's counters
 *
 * Boxes are core0 on, ubox, pcu, cbox0 to cbox14 in MSRs; ha0, ha1, imc0 to imc7, irp, qpi0 to qpi2, qpi_match0 to 2,
 * qpi_misc0, r2pcie, r3qpi0 to r3qpi2, ubox_config and iio. Registers are named as above, but filter0 and filter1 of
 * a C-Box, filter of the PCU, match0, match1, mask0 and mask1 of qpi_match; and status; of the UBox global_ctl, global_status,
 * global_config too. Events are named as perfmon has them, without UNC_C_ and the like.
 *
 * An overflow of a counter with ov_en sets its bit in its box's status, which a C-Box does not have, and the box's bit in
 * the global one, which irp, qpi2 and r3qpi2 do not have; it freezes all boxes and interrupts the cores of pmi_core_sel,
 * each with all of its logical processors. Without ov_en it goes unnoticed. A written 1 clears a bit of a status, and no
 * other with it. A freeze, whatever it came from, lasts until unfrz_all; both bits read 0. At the start nothing is frozen.
 * wk_on_pmi changes nothing: no core sleeps. Bits 17:16 of box controls read 0.
 *	C-Box	also a sixth state (M'). Of TOR entries three in four are the own socket's; of requests one in four is not
 *		coherent, one in eight of C6, one in sixteen isochronous, whatever else they are. Of the four links, whose
 *		bits are in link, link n brings n + 1 tenths of RxR_IPQ_RETRY.QPI_CREDITS; a link of 0 lets all pass.
 *	HA	ADDR_OPC_MATCH: b = 1 with bits 1:0 of the umask (address, opcode), 2, 3 and 4 by opcode on AD, BL and AK.
 *
 * Faults are as above, and status and summary of those boxes that have them; ubox.freeze, ubox.pmi and ubox.reset as of the
 * Xeon 7500.
 *
 * ---- Xeon E5-2600 v3 and v4 ----
 *
 * As the Xeon E5-2600 v2, without irp.width, with a uclk.width of 48 alone, with up to 18 C-Boxes (v4: 24), and
 *
 *	sboxes                  2, 4; v4: 0, 4    4             S-Boxes, from 0 on; CAPID4 of the PCU (bits 7:6, 0 if there
 *	                                                        are fewer) says so
 *	freeze                  needs-enable,     needs-enable  whether bit 8 of a box control freezes only with bit 16, which
 *	                        needs-nothing                   Linux sets in all of them
 *	pmi.entry               edge, level       level         as of Knights Landing
 *	unsure.width            44..48            44            bits of the counters of which Linux and LIKWID disagree: the
 *	                                                        UBox's and S-Boxes' of the v3, R3QPI's of the v4
 *
 * Boxes are a core for each logical processor (core0 on), ubox, pcu, cbox0 to cbox17 (cbox23), sbox0 to sbox3 in MSRs; ha0, ha1, imc0 to imc7,
 * irp, qpi0 to qpi2, qpi_match0 to 2, qpi_misc0 to 2, r2pcie, r3qpi0 to r3qpi2, ubox_config and pcu_config (capid4), on the
 * uncore bus alone. Registers are named as those of the v2; of the UBox filter too, which changes no count. Neither C-Boxes nor
 * S-Boxes have a status or ov_en: of their overflows nothing tells. In the global status irp, qpi2 and r3qpi2 have no bit
 * either. Bits 17:0 of the global control choose cores.
 *
 * An S-Box's control takes bits 16, 1 and 0 one after the other: a write that sets more than one of those that the write before
 * it did not set breaks a rule. tid_en of an S-Box changes nothing.
 *	C-Box	seven states (b: I S E M F D MP) and a fourth kind of lookups (READ, a = 4). tid is a thread and a core, and has no
 *		value for other traffic. Node n's part of RxR_I*_RETRY* is that of the sub-event of the node alone.
 *	iMC	RD_CAS_RANKn and WR_CAS_RANKn: a = 1 + the bank; ALLBANKS is all 16, a group four that follow one another.
 *	PCU	the v4 has no bands, and occupancies on counters 1 to 3 alone.
 *
 * ---- the shape of a board ----
 *
 *	function = [SEGMENT:]BUS:DEVICE.FUNCTION VENDOR:DEVICE [CLASS]
 *	buses.SOCKET = [SEGMENT:]BUS [SEGMENT:]BUS ...
 *
 * all hexadecimal. With one line `function` or more, the functions that have none are hidden, as a board's firmware hides them. A function that
 * is where the part has one, with the part's device identifier, is the part's; all others have a header and nothing else. A part's function
 * whose identifier no document has takes what the board has at its place. Buses of a socket are in the order of
 * `uncork --silicon-functions`; those that a part numbers beyond its own tables (MSR 0x300 of Skylake-SP) may follow. In QEMU functions on
 * buses that are none of the part's are the machine's own. `uncork board` writes these lines from what lspci printed.
 *
 * ---- Skylake-SP, Cascade Lake-SP and Cooper Lake-SP ----
 *
 * With the settings of cores of the E5-2600, but pmi.entry level, and
 *
 *	rate.clock              10^6..10^10       2400000000    uncore clock, Hz
 *	clock.dclk              10^6..10^10       1333000000    of the memory channels
 *	clock.pclk              10^6..4*10^9      1000000000    of the PCU
 *	clock.upi               10^6..10^10       1300000000    of the links
 *	stacks                  4..6              6             of input and output, each an IIO and an IRP
 *	links                   0..6              6             Cooper Lake: that are wired; the class of others reads ffffff
 *	capid6                  1..0xfffffff      by cores      a bit for each CHA that there is; those are numbered from 0
 *	                                                        on without gaps
 *	global                  runs, frozen      runs          whether the platform's firmware has left the socket frozen
 *	overflow                freezes, told     freezes       whether an overflow with ov_en (which asks to be told) freezes all boxes
 *	freeze.delay            0..500000         0             ns from the overflow to that
 *	nodes                   identity,         identity      node identifiers of the sockets, as of the E5-2600
 *	                        reversed
 *
 * No manual of theirs was readable. So what Linux, PCM and LIKWID do not tell is taken from the Xeon E5-2600 v2: what
 * ov_en asks for, how bits are cleared, that the bits of global_ctl are commands which read 0, and that bit 0 of UBox's status is
 * the fixed counter's. A box's status tells of all overflows, the global one and the freeze of those with ov_en. Boxes
 * without a status (irp, imc, m2m, upi, m2pcie, m3upi) have noticed only overflows with ov_en, and those where no source
 * knows a bit in the global status none: irp5, m2pcie, m3upi2, imc's fixed counters. None of them interrupts a processor. Bits 17:16 of box
 * controls may be written as 1, and read 0.
 *
 * Of N sockets, socket s has the buses from 256 / N * s on. Its CPU bus i, as MSR 0x300 numbers them, is 256 / N / 8 * i
 * after the first: UBox (D8:F0, alone; the rest of that bus is the machine's own) on bus 0, the PCU's capabilities on
 * bus 1, memory channels and M2M on bus 2, links and mesh on bus 3; buses 4 and 5 are not used.
 *
 * Boxes are core0 on, one for each logical processor, global, ubox, pcu, cha0 to 27, iio0 to 5, irp0 to 5 in MSRs; imc0 to 5, m2m0 and 1, upi0 to
 * 2, m2pcie0 to 3, m3upi0 to 2 (of Cooper Lake upi0 to 5, m2pcie0 to 2, m3upi0 to 5), ubox_config, capid (capabilities) in PCI functions. Registers are box_ctl, status,
 * ctl0.., ctr0.., fixed_ctl, fixed_ctr; of global global_ctl, global_status, global_config, cpubusno; of cha filter0, filter1;
 * of pcu filter, which changes nothing; of iio free_clock, free_in0 to 3, free_out0 to 3, free_util_in0 to 3,
 * free_util_out0 to 3, of 36 bits, which count by themselves; cpunodeid, gidnidmap; capid6.
 *
 * Events are named as perfmon has them, without UNC_CHA_ and the like, by sub-events of one bit each:
 * `rate.cha*.TOR_INSERTS.IRQ`, `rate.iio0.DATA_REQ_OF_CPU.MEM_READ.PART0`, whatever the ports. Where a umask is a number, each
 * number has a rate: LLC_LOOKUP, RD_CAS_RANKn, WR_CAS_RANKn, POWER_STATE_OCCUPANCY. An M2PCIe, of which there are no
 * events, counts anything but event 0, as units that no document knows (below); 0x23 is known, to counters 0 and 1.
 *	CHA	A logical processor, by tid and with tid_en, and what is none's have 1 / (cores + 1) of everything. Link n
 *		of four brings n + 1 tenths of UPI_CREDITS_ACQUIRED and UPI_CREDIT_OCCUPANCY; none: all. State n of ten,
 *		from the lowest bit on, has n + 1 of 55 parts of LLC_LOOKUP. Of the TOR local requests are three in four,
 *		those of near memory one in eight; opcodes 0x200, 0x201, 0x202, 0x21e, 0x248, 0x258, 0x259 and 0x25a have 1
 *		to 8 of 64 parts; one in four is not coherent, one in eight of C6, one in sixteen isochronous. Of two
 *		bits of which each lets something pass one must be set; a state or filter1 that is 0 breaks a rule.
 *	IIO, UPI	Bits of the masks, and of the umask's extension, let parts pass as those of machines that describe
 *		themselves.
 *	PCU	POWER_STATE_OCCUPANCY as of the E5-2600.
 *
 * Faults are as of the Xeon E5-2600 v2, but those of PMIs.
 *
 * ---- Ice Lake-SP ----
 *
 * As Skylake-SP, with rate.clock 2200000000, clock.dclk 1600000000, and
 *
 *	capid6                  1..0xffffffff     0x0f0f0f0f    a bit for each CHA that there is,
 *	capid7                  0..0xff           0x0f          and those after them
 *	channels                2, 3              3             of each memory controller; of what is not there the memory
 *	                                                        reads 0 and drops writes
 *
 * Functions are on bus 256 / N * (s + 1) - 2 of socket s of N: where Linux finds them, and UBox D0:F0, imc_config D0:F1,
 * capid D30:F3. Device memory is 1 MiB for each socket from 0xf0000000 on, 8 MiB apart; controller n is n * 256 KiB
 * after its beginning.
 *
 * Boxes are those of Skylake-SP but cha0 to 39, imc0 to 11 (three of each controller) in device memory, m2m0 to 3, m2pcie0
 * to 5 in MSRs; and imc_free0 to 3, a controller's registers that count by themselves: free_ddr0 (reads), free_ddr1
 * (writes), free_ddrt0 and free_ddrt1 (the same of persistent memory), free_clock; imc_config: mmio_base, mem0 to 3; capid: capid6,
 * capid7. A CHA has filter0 with tid alone; an IIO free_clock and free_in0 to 7, of 48 bits. Of global there are
 * global_status0 and global_status1, which read 0: no source assigns their bits. Of overflows only ubox and pcu have a status;
 * those of other boxes are not noticed. Bits of a select above the umask let parts pass: of a CHA 57:32, of an M2M 39:32, of a
 * link 55:32, of an IIO 47:36 and 50:48.
 *
 * ---- Machines that describe themselves ----
 *
 * Sapphire Rapids, Emerald Rapids, Granite Rapids, Sierra Forest, and unknown-xeon, whose model number (0xfe) is in no
 * table: with the settings of cores of the E5-2600, but pmi.entry level, and
 *
 *	rate.clock              10^6..10^10       2000000000;   uncore clock, Hz
 *	                                          GNR and SRF
 *	                                          2200000000
 *	clock.dclk              10^6..10^10       2400000000;   iMC clock, Hz
 *	                                          GNR and SRF
 *	                                          3200000000
 *	clock.pclk              10^6..10^10       1000000000    PCU clock, Hz
 *	clock.upi               10^6..10^10       1600000000;   UPI clock, Hz
 *	                                          GNR and SRF
 *	                                          2000000000
 *	global                  runs, frozen      runs; SRF     what the platform's firmware has left in the global control
 *	                                          frozen
 *	global.unnamed          0..63             0             the bit of the global control, one that no source names, that reads 1;
 *	                                                        0: none
 *	freeze.delay            0..500000         0             ns from an overflow to the freeze of all units
 *	nodes                   identity,         identity      node identifiers of the sockets, as of the E5-2600
 *	                        reversed
 *	window                  low, high         low           where device memory and the tables in it are: at f0000000H,
 *	                                                        or 8f0000000H, above 4 GiB
 *	discovery.by            function,         function      (unknown-xeon) what says where a socket's table is: a PCI
 *	                        register, both                  function, MSR 0x201e, or both
 *	discovery.table         words, a blank    the           instead of what the machine says of itself: words of 64 bits, those
 *	                        between           machine's     several such lines continue one another; at most 4096, and 0
 *	                                                        after them. All sockets have the same, but
 *	discovery.table.N       likewise          -             socket N this one; all these tables have 4096 words together
 *
 * build/uncork and tools/boot take the name of a file, too: `discovery.table = FILE`, with a word in hexadecimal a line,
 * in the directory of the scenario's file. The table changes only what software reads: units stay where they are, so that it can be wrong.
 *
 * Of N sockets, socket s has its uncore's functions on bus 256 / N * (s + 1) - 2, the function that points to the
 * table (8086:09a7) on the bus before, and the capabilities of Sapphire and Emerald Rapids on the one after. Device memory is 1 MiB for each socket from 0xf0000000 on: the table in the first
 * half, units in the other. Registers in memory are read by 1, 2, 4 or 8 bytes, and written by 4, or by 8, which are two
 * registers where those have 32 bits. In PCI configuration space they are written 4 bytes at a time.
 *
 * Boxes are core0 on, one for each logical processor, global (global1: the second register of the global status), discovery (the function's
 * capabilities), and units as Linux calls them: cha0 to 11, iio0 to 3, irp0 to 3, pcu, ubox (its registers are not in
 * the table), imc0 to 7, mdf0 to 3, cxlcm, cxldp, upi0 to 2, m3upi0 to 2, m2m0 to 3, m2pcie0 to 3, ubox_config (D0:F0,
 * with the node's number), imc_config (D0:F1, mmio_base and mem0 to 3: where imc_free0 to 3 are), capid (D30:F3, capid6 and capid7: a bit for each CHA); of Granite Rapids and Sierra Forest cha, iio, irp, imc, mdf, cxlcm, cxldp so too, pcu0 to 4,
 * ubox, upi0 to 3, b2upi0 to 3, b2cmi0 to 3, b2hot, b2cxl, and type21_1, 2, 3 and 8 and type22, of which there are no
 * events; of unknown-xeon, by the number of the type, type0_0 to 3, type6_0, 1 and 3, type8_0 and 1, type92_0 and 1,
 * type127_4 and 9. Registers are box_ctl, status, ctl0.., ctr0..; of cha filter; of imc and ubox fixed_ctl and fixed_ctr; of iio
 * free_clock, free_in0 to 7 and free_out0 to 7, of imc_free free_clock, free_queue0 and 1, which count by themselves; of global global_ctl, global_status (of those
 * with two: global_status0, global_status1), cha_count.
 *
 * Events are named as perfmon has them, without UNC_CHA_ and the like: `rate.cha*.TOR_INSERTS.0x01` by
 * the bit of the umask, `rate.irp0.TRANSACTIONS.WR_PREF` by perfmon's name of it. Bits 63:32 of a select let a part of
 * these pass: bit b has the weight b - 28, and those that are set have the share of their sum in that of all 32; none:
 * everything. Of an IIO bits 47:36 do so, then bits 50:48, and bits 35:32 are the threshold's. Clocks are not narrowed. Of cha, with tid_en, a logical processor and what is none's have 1 / (cores + 1)
 * of everything. Boxes of which there are no events count anything but event 0: event e of type t, with the rate of
 * event 1, sub-event by sub-event, (64 + e + (t + 1) mod 64) / 64 times.
 *
 * A counter counts with a select that is not 0 in its lower half, while neither its unit nor the socket is frozen. An
 * overflow sets the counter's bit in the unit's status; if bit 20 of its select is set, that of the unit in the global
 * status as well, and the global freeze, until software writes the global control. With bit 20 clear nothing reaches the
 * global block. No overflow interrupts a processor. A written 1 clears a bit of a status; a reset of the counters clears the unit's,
 * too. An event must be there once its counter counts. Faults are as above; of what is in device memory also
 *
 *	BOX.hidden, BOX.vanish, BOX.hang    it reads all ones; as above */
#ifndef SILICON_SCENARIO_H
#define SILICON_SCENARIO_H

#endif
