/* SPDX-License-Identifier: BSD-2-Clause */
/* The scenario: text that describes the virtual silicon and its behaviour. Each line is `name = value`; '#' begins a comment; blank
 * lines, and blanks around names and values, do not matter. If a name is given twice, the last value counts; but every line `fault`
 * counts. An unknown name, or a value out of range, is an error. A line `#from NAME` names the file of the lines after it, for
 * error messages. Numbers are decimal, or hexadecimal with 0x.
 *
 *	name                    value             default       meaning
 *	sockets                 1..8              1             sockets of the machine: 1 for Knights Landing; at most 4 for the
 *	                                                        E5-2600 and for Skylake-SP and its relatives
 *	cores                   1..320            as sold       logical processors of a socket, cores times threads: at least as
 *	                                          (models/      many as the machine underneath has. The maximum of cores is that of
 *	                                          sold.c)       the largest part: Xeon 7500 8, E7 10, E5-2600 8, v2 15, v3 18, v4
 *	                                                        24, Skylake-SP and its relatives 28, Ice Lake-SP 40, Sapphire Rapids
 *	                                                        60, Emerald Rapids 64, Granite Rapids 128, Sierra Forest 144,
 *	                                                        Knights Landing 76; on the E5-2600 also the number of C-Boxes
 *	rate.clock              10^6..10^10       2000000000;   uncore clock, Hz
 *	                                          KNL
 *	                                          1700000000,
 *	                                          E5 2700000000
 *	rate.BOX.EVENT[.SUB]    0..2300000000     see below     events per second
 *	idle                    0, 1              0             1: by default only clocks and events of processors happen; the
 *	                                                        banner says "idle"
 *	background              0..1000           1000; 0 for   default rates in thousandths, except those of clocks and of
 *	                                          events that   instructions that processors retire; below 1000 the banner says
 *	                                          lines move    "idle". By default only programs move lines of memory, as under idle
 *	                                                        firmware
 *	bursts.period           0..20000000       0             ns from one burst to the next; 0, or not more than the length: no
 *	                                                        bursts
 *	bursts.length           1..20000000       1             ns of a burst. With bursts, events that `background` scales, and
 *	                                                        events with a rate in the scenario, happen only in them
 *	smis                    0..100000         0             system management interrupts per second, as counted by MSR 0x34 of
 *	                                                        each processor; they have no other effect
 *	numbered                0, 1              1             1: each processor's number (PPIN, MSR 0x4f) can be read
 *	microcode               0..0xffffffff     1             revision of each processor's microcode (MSR 0x8b)
 *	stop.delay              0..10000          0             ns for which counters still count after they must stop
 *	status.delay            0..10000          0             ns from an overflow until its bit is set and can be cleared
 *	clear.delay             0..10000          0             ns until a cleared overflow bit reads 0. Counters of processors have
 *	                                                        none of these three delays
 *	work                    auto, off         auto          auto: accesses of programs to memory are counted, as described below
 *	slices                  numbers           0 1 2 ...     the number of the C-Box or CHA of each slice; each number once
 *	slice.hash              three masks       published     address masks: the parity of the address under each mask is one bit
 *	                                                        of the number of the slice, among eight; lowest bit first
 *	function                see below         none          a visible PCI function of the board
 *	buses.SOCKET            see below         as below      numbers of that socket's PCI buses
 *	leave                   as-found, any     as-found      allowed contents of registers when the program leaves: those of the
 *	                                                        start, or any. In QEMU this includes the PMI entries of the local
 *	                                                        APICs
 *	fault                   see below         none          a defect
 *
 * Accesses of programs to memory are counted on the Xeon 7500, E7, E5-2600, its v2 and Knights Landing, from the first WBINVD on.
 * After it, the first touch of each 4 KiB page, by any processor, is a line that is read, or read in order to be written; the next
 * WBINVD of that processor's socket writes back what was written. The tables in silicon/models/*_flow.c give the events that each
 * box counts for a line. Slices are chosen by the published hash of eight slices, or that of 38 CHAs; with any other number of
 * slices, by the line's number modulo that number. These counts are added to those of the rates. Unless `background` is set, the
 * events of these tables have no rates, whatever their sub-events; `background = 0` also stops all other events except clocks.
 * Filters see the line's own address, node, requester and opcode: in home agents and B-Boxes RdData if it is read, RdInvOwn if it
 * is read in order to be written, and WbMtoI if it is written back. While bit 1 of MSR 0x1a4 is clear, a Xeon also reads the other
 * line of the same 128 bytes. Later touches of a page, and CLFLUSH, are not counted. `work = off`: nothing is counted, and WBINVD
 * is not intercepted.
 *
 * Settings of the Xeon 7500 and E7: readings that the documents leave open, and assumptions of the model:
 *
 *	fixed.pmi_bit           1, 2 or 20        1             position of pmi_en in the W-Box's FIXED_CTR_CTL
 *	debugctl                needed,           not-needed    whether a core takes uncore PMIs only while DEBUGCTL (MSR 0x1d9) bit
 *	                        not-needed                      13 is set
 *	erratum                 none, wbox,       wbox          counters that read wrong (323535 p.140)
 *	                        fixed, all
 *	freeze.delay            0..500000         0             ns from the PMI request to the freeze; a longer delay is the fault
 *	                                                        freeze.late
 *	pmi.delay               0..500000         0             ns from the PMI request to the PMI
 *	threads                 1, 2              1             logical processors of a core; a PMI of the U-Box reaches each of
 *	                                                        them
 *	status.pmi_bit          4..31             30            position of U GLOBAL_STATUS.pmi
 *	status.cond             never, pmi,       never         event that sets bit 31 of it: none, a PMI request, any overflow, the
 *	                        overflow, freeze                freeze
 *	pmi_core_sel.width      1..8              8             bits of pmi_core_sel, from bit 1 on
 *	pmi_core_sel.encoding   mask, number      mask          a bit for each core, or the number of one core
 *	overflow                carry, early,     carry         time at which an overflow is signalled: when the counter carries to
 *	                        late                            0, one count before (at all ones), or one after (at 1)
 *	threshold               at-least, above   at-least      counts that pass a threshold
 *	invert                  below, swapped,   below         counts that pass with invert: those that do not pass without it; the
 *	                        above                           same with 0 and 1 exchanged; counts above the threshold
 *	sbox.match              opaque, address   opaque        see Filters
 *	bbox.mask               compare, ignore   compare       effect of a 1 in a B-Box mask
 *	mbox.mask               compare, ignore   compare       effect of a 1 in an M-Box mask
 *	summary.cbox8           s0, s1            s0            (E7) the side to which C8 reports
 *	summary.cbox9           s0, s1            s1            (E7) the side to which C9 reports
 *
 * They also have the settings of cores of Knights Landing (below), with clock.core and clock.reference 1866000000 (E7 2400000000)
 * and perf_capabilities 0x1000: counters are written at their legacy addresses. The cores have four general counters, three fixed
 * counters, and the architecture's events except those that CPUID reports as missing (reference cycles; in the 7500's first dump
 * mispredicted branches, too). Their PMIs and freezes are independent of the U-Box's, so the settings above concern only the
 * uncore. In the two dumps whose CPUID reports no core PMU (206e6-beckton, 206e6-beckton-2), DEBUGCTL and MISC_ENABLE are its only
 * registers.
 *
 * Rates. BOX is `cbox3`, `wbox`, ..., or `cbox*` for every instance; for the R-Box, `rbox.port0` to `rbox.port7` or `rbox.port*`.
 * EVENT is a name or a key. The key is the event code; in the M-Box, for secondary events, 0x20 + set_flag_sel; in the B-Box, the
 * code + 0x100 * counter; in the R-Box, the lowest IPERF bit, 0x40 + QLX type, or 0x60 for XBR. SUB is a name or the umask bit of
 * one sub-event, or the words of its choices; it is left out if the event has no sub-events: `rate.cbox3.0x15.0x01`,
 * `rate.cbox*.LLC_HITS.M`, `rate.mbox0.DRAM_CMD.RAS.RDPRIO`, `rate.mbox*.FVC_EV0.BBOX_CMDS.READS`,
 * `rate.mbox1.THERM_TRP_UP.DIMM0_GT_LO`, `rate.rbox.port3.NEW_PACKETS_RECV.VN0.DRS`. For a choice that may mean all of its values
 * at once (mode, DIMM, packet class, virtual network, queued command), ALL, ANY or no word means all: the rate is divided evenly,
 * and the first value gets the remainder. The FVC slots share their rates, and so do all match events of the B-Box on input, and
 * those on output. The default rate of an event with key k and increment i, in instance n of its box (for the R-Box, port n) and
 * socket s, is
 *	(100003 * (k + 1) + 50021 * a * a + 30011 * b * b) * i * (64 + 8 * n + s) / 64    (rounded down)
 * so that exchanging two of them changes the counts. a is the number of the umask bit, counted from 1, or 1 + the value of the
 * first choice; b is 1 + the value of the second choice; each is 0 if there is none. M CYCLES has the rate of the clock, which
 * TIMESTAMP_UNIT also counts.
 *
 * What a counter counts. A source of r events per second has made floor(r * t / 10^9) events by model time t (ns); a counter that
 * counts from t0 to t1 adds the difference. If several sources are selected (bits of a umask or of IPERF, packets of a filter,
 * every mode), their events are added exactly; two sub-events never happen in the same cycle. umask 0 counts nothing if the event
 * has sub-events. The W-Box's fixed counter counts the clock.
 *
 * With threshold or edge_detect the sources first become one signal: with R events per second in total, in packets of `increment`
 * per cycle, A = min(R / increment, clock) cycles per second are active, in runs of `run` cycles (both are in the event tables;
 * divisions round down). Then
 *	threshold <= increment:	A cycles pass; with invert clock - A; edges: A / run
 *	threshold >  increment:	no cycle passes; with invert every one; edges: none
 *	threshold 0 (edge only):	as threshold 1, invert ignored
 * and a signal that is always active has no edges.
 *
 * B: the occupancies of TF and IMT have rates in entry-cycles; the counter counts one of 256 and one of 32. S: if a counter's tally
 * was not reset (reset_occ_cnt written 1 with the event, then 0) after its queue was chosen, it adds one more in each clock cycle;
 * while reset_occ_cnt is 1, it adds nothing. M: BCMD_SCHEDQ_OCCUPANCY of FVID f is (32 + f) / 32 of its rate; fvid of ZDP_CTL_FVC
 * has no effect. flag_mode with inc_sel 0 counts only the secondary event; with another inc_sel and storage_mode 1, it counts that
 * event in the share of time, in millionths, in which the secondary event is active. A counter without wrap_mode stops at an
 * overflow until its overflow bit is cleared.
 *
 * Filters choose among twelve kinds of packets, the table in xeon_7500_traffic.c, each with a rate of its own in each box
 * (`rate.sbox0.TO_R_PROG_EV.RDCODE`, `rate.bbox0.MSG_IN_MATCH.RDCODE`, `rate.rbox.port0.XBR_MATCH.RDCODE`); the rates of those that
 * match are added.
 *	R XBR   compares header and MATCH where MASK is 1. ig_flt_cnt: counts flits; else packets that have a flit number
 *	        match_flt_cnt. Bits 71:64 of all flits are 0.
 *	B       compares the fields class, opcode and address that the event names, where MASK is 1 (bbox.mask = ignore: 0).
 *	S       with MATCH 0: address bits 43:6 must be 0 where MASK[38:1] is 0, and so must the home node if MASK[0] is 0. The
 *	        positions of fields in MATCH are not known: any other MATCH counts only the kind OPAQUE; with sbox.match = address,
 *	        MATCH[38:1] are address bits 43:6.
 *	M       one in 2^n of DRAM_CMD and RETRIES passes; n is the number of bits that ADDR_MASK compares. ADDR_MATCH has no
 *	        effect.
 *
 * Faults have the form BOX[.REGISTER].KIND[=ARG], and are in every socket; for faults of cores see Knights Landing. Registers are
 * global_ctl, status, ovf_ctl, ctl0.., ctr0..; in the W-Box also fixed_ctl and fixed_ctr; in the S-Box mm_cfg, match and mask; in
 * the B-Box match and mask; in the M-Box timestamp_unit, dsp, iss, map, msc_thr, pgt, pld, zdp_ctl_fvc, mm_cfg, addr_match and
 * addr_mask. The halves of the R-Box are rbox0 and rbox1. In addition to ctl0 to ctl7 and so on, rbox0 has port0_iperf_cfg0,
 * .._cfg1, port0_qlx_cfg, port0_xbr_set1_mm_cfg, .._match, .._mask, .._set2_.., up to port3_.., and rbox1 has port4_.. to port7_...
 * As in the guide, the R-Box may also be named as one box: rbox.ctr15, rbox.port7_qlx_cfg, rbox.status_7_0, rbox.status_15_8.
 * COUNTER is ctrN or fixed_ctr.
 *
 *	BOX.gp                    every access to the box faults
 *	BOX.vanish[=N]            it is gone after the first N accesses (1..1000000, default 100): MSRs fault, as with gp; a PCI
 *	                          function is as with hidden; its counters stop
 *	BOX.hang[=N]              accesses after the first N never complete: the processor hangs
 *	BOX.enable.ignored        its counters count without their bits in its global_ctl
 *	BOX.status.sticky         overflow bits cannot be cleared (and thus are not set again)
 *	BOX.status.missing        overflow bits read 0
 *	BOX.status.slow[=NS]      overflow bits are set NS (1..1000000000, default 1000000) after their overflow
 *	BOX.status.lingers[=NS]   overflow bits read 1 for NS after they are cleared (same range and default)
 *	BOX.freeze.missed         the register that freezes all boxes does not freeze it
 *	BOX.enable.missed         the register that enables all boxes does not enable it
 *	BOX.reset.missed          the reset of that register does not clear its counters
 *	BOX.summary.missing       its overflows set no bit of the U-Box's status
 *	BOX.summary.bit=BIT       they set another bit of it
 *	BOX.control.coupled[=N]   its control acts on the next box of its type, too (the control of the last box on the one before);
 *	                          or on the Nth box after it: it also enables, or freezes and clears, the counters there
 *	BOX.summary.hasty         that bit clears with the first overflow bit that is cleared, although other overflow bits below it
 *	                          are still set
 *	BOX.summary.stays         that bit never clears
 *	BOX.status.together       clearing one of its bits clears all of them
 *	BOX.COUNTER.cleared       clearing its overflow bit sets the counter to 0
 *	BOX.filter.ignored        its filters let everything pass
 *	BOX.lock.ignored          (S) MATCH and MASK can be written while MM_CFG bit 63 is 1
 *	BOX.tally.ignored         (S) reset_occ_cnt resets nothing
 *	BOX.clock.dead            the event of its clock never happens
 *	BOX.clock.rate=N          its clock runs at N sixteenths (1..64, not 16) of its rate, whatever it counts; not for processors
 *	BOX.clock.absent          no clock reaches it, as for a memory channel without memory or an unconnected link: registers
 *	                          answer, counters do not count. This is no defect, and not in the list of faults
 *	BOX.SELECT.deaf=BIT       a bit that selects the event, modifies the count (threshold, invert, edges, modes), or makes
 *	                          overflows request a PMI can be written but has no effect
 *	BOX.SELECT.rewritten[=N]  another program flips its lowest bit (one of the event, or the enable) after N accesses to the box
 *	                          (1..1000000, default 100); this is no defect
 *	BOX.events.deaf=BIT       a bit that selects event or sub-event has no effect in any select of the box
 *	BOX.FILTER.deaf=BIT       a bit of a filter register has no effect: it is compared as 0
 *	BOX.FILTER.open=BIT       a bit of a filter register, of an opcode or address, is not compared: either value passes
 *	BOX.lines.lost[=N]        every Nth line of memory that passes it (2..1000, default 2) is counted by none of its counters
 *	BOX.lines.doubled[=N]     every Nth line is counted twice
 *	BOX.lines.swapped         it exchanges lines with the next box of its type (the last box: with the one before)
 *	BOX.lines.written         it counts a read of a line as a write
 *	BOX.lines.local           it counts lines of another socket's memory as its own socket's: a home agent or channel of the
 *	                          requesting socket counts them, too
 *	BOX.COUNTER.dead          does not count; also mboxN.timestamp_unit
 *	mboxN.timestamp_unit.half it counts half as fast
 *	BOX.COUNTER.rate=N        adds N (0..1000, but not 1) for each event
 *	BOX.COUNTER.lost[=N]      every Nth event (2..1000, default 16) adds nothing
 *	BOX.COUNTER.doubled[=N]   every Nth event adds 2
 *	BOX.COUNTER.width=N       wraps and overflows as if N (1..48) bits wide
 *	BOX.COUNTER.threshold.equal
 *	                          its threshold lets only counts equal to it pass, none above
 *	BOX.COUNTER.early=N       an overflow is also signalled, with its bit and PMI request, N counts (1..2^47) before the wrap
 *	BOX.COUNTER.late[=N]      an overflow is signalled N counts (2..1000, default 100) after the wrap
 *	BOX.COUNTER.silent        overflows set no bit and request no PMI
 *	BOX.COUNTER.flag=BIT      overflows set another bit of the status, which the same bit of ovf_ctl clears
 *	BOX.COUNTER.leaps         while it is enabled, a value that ends in 0x00 reads 0x100 too high
 *	BOX.COUNTER.lags          while it is enabled, a value that ends in 0xff reads 1 too low
 *	BOX.COUNTER.torn          while it counts, bits 32 and up follow a carry 2^24 counts late
 *	BOX.REGISTER.stuck1=BIT   a bit that is always 1. In a control it also acts on the hardware; in a counter or status only
 *	                          reads show it; in ovf_ctl it keeps its overflow bit at 0
 *	BOX.REGISTER.stuck0=BIT   a bit that is always 0, likewise; it has priority over stuck1
 *	BOX.REGISTER.gp           accesses fault
 *	BOX.REGISTER.dropped      writes have no effect
 *	BOX.REGISTER.alias=BOX.REGISTER
 *	                          accesses reach the other register instead
 *	BOX.REGISTER.reset=VALUE  its content at the start
 *	ubox.en_all.ignored       counters need no master enable
 *	ubox.freeze.ignored       frz_all does not freeze
 *	ubox.freeze.late[=NS]     it freezes NS later (1..1000000000, default 1000000)
 *	ubox.freeze.by_core       overflows of cores' counters freeze, too; also of global
 *	ubox.reset.ignored        rst_all does not clear
 *	ubox.pmi.lost             no PMI reaches a core
 *	ubox.pmi.blocked          no PMI comes while an earlier overflow bit is set
 *	ubox.pmi.spurious[=NS]    one more PMI comes NS (1..1000000000, default 1000000) after en_all is set
 *	ubox.pmi.doubled[=NS]     every PMI comes again NS later (same range and default)
 *	ubox.pmi.stuck[=NS]       after the first PMI, another one comes every NS (100..1000000000, default 200000)
 *	ubox.pmi.core=N           every PMI goes to core N (0..63); to none if there is no such core
 *
 * A fault without effect is an error: a bit stuck at its constant value, dropped writes of a read-only register, the correct reset
 * value, width or bit, a register that does not exist. silicon.h lists all faults of a machine. In a box with a fault a program
 * breaks no rules (docs/faults.md).
 *
 * ---- Knights Landing ----
 *
 *	clock.core              10^6..10^10       1300000000    core clock, Hz
 *	clock.reference         10^6..10^10       1200000000    of fixed counter 2 and event 0x3c/0x01
 *	clock.dclk              10^6..10^10       1067000000    of the DDR boxes
 *	clock.eclk              10^6..10^10       900000000     of the MCDRAM boxes
 *	cpuid                   none, or the name see below     answers of CPUID: a dump of a real machine
 *	                        of a dump                       (silicon/models/cpuid_dumps.h)
 *	counters                1..8              by cpuid      general counters
 *	width                   33..48            by cpuid      bits of a core's counters
 *	perf_capabilities       0..0xffff         0x3000        MSR 0x345, whose value on silicon is unknown. Bit 13: MSRs 0x4c1 and
 *	                                                        up exist; bit 12: DEBUGCTL bit 14 exists; bit 15: PERF_METRICS
 *	                                                        exists
 *	threads                 1..4              1             logical processors of a core, at most 2 for a Xeon; the option
 *	                                                        --threads of tools/boot sets it
 *	user                    0..1000           0             thousandths of all events that happen above level 0
 *	icount                  off, 0..10        off           see below
 *	pmi.entry               edge, level       edge          level: while an overflow bit that requests a PMI is set, unmasking
 *	                                                        the local APIC's entry requests another PMI
 *	core_pmu.version        3..6              by cpuid      version of the architecture, as reported by CPUID 0x0a: see below
 *	core_pmu.fixed          3, 4              by cpuid      fixed counters; the fourth counts slots
 *	core_pmu.missing        0..255            by cpuid      bit i: CPUID 0x0a EBX reports the architecture's event i as missing,
 *	                                                        and nothing counts it
 *	core_pmu.erratum        none, or an id    none          behaviour of sound silicon by a published erratum. AAJ107 (7500,
 *	                                                        E7): a sixteenth of the instructions is not counted. AAJ125 (7500,
 *	                                                        E7), BV43 (E5-2600 v2), threads on: an overflow of fixed counter 0
 *	                                                        with the freeze on PMI sends another PMI when the entry is unmasked.
 *	                                                        AAJ143 (7500, E7), BJ58 (E5-2600), BV85 (v2): a write of global_ctl
 *	                                                        that stops a counter within 64 counts of its overflow leaves the bit
 *	                                                        of the status set for good. AAJ91 (7500, E7): one of the first four
 *	                                                        counters whose select differs from that of its last start counts
 *	                                                        cycles, or, if its number is odd, nothing, unless all were primed
 *	                                                        before the start. BV80 (v2), threads off: selects 4 to 7 read as 0.
 *	                                                        BDD101 (v4), threads on: odd processors count a sixteenth of the
 *	                                                        branches twice. SKL90 (Skylake-SP, Cascade Lake-SP), threads off:
 *	                                                        CTR_FRZ does not stop counters 4 to 7
 *	core_pmu.any_thread     refused, ignored  refused       (version 5) effect of writing an AnyThread bit: no source states it
 *	core_pmu.lbr            legacy,           by cpuid      whether DEBUGCTL bit 0 keeps what is written, or reads 0 (CPUID 7
 *	                        architectural                   EDX bit 19)
 *	offcore.latency         1..2000           200           core cycles that a request takes
 *	offcore.latency.step    0..100            0             additional cycles for each request class, in the order of their bits
 *	offcore.reserved        fault, ignore     fault         bits of MSR_OFFCORE_RSP_n outside Linux's mask
 *	freeze                  needs-enable,     needs-nothing whether bit 8 of a box control freezes only with bit 16; Linux
 *	                        needs-nothing                   starts boxes of the memory with 0, and stops them with bit 8 alone
 *	chas                    1..38             38            CHAs, from 0 on (MSR 0x702)
 *	mcdram                  flat, cache       flat          whether MCDRAM is memory of a node of its own, or a cache of DDR:
 *	                                                        unlimited, and empty at first
 *	bus                     1..255            255           PCI bus of all boxes except the IRP
 *	bus.irp                 1..255            254           PCI bus of the IRP
 *
 * Boxes are core0 and up (by logical processor), cha0.., edc_uclk0.., edc_eclk0.., imc_uclk0.., imc0.. (DDR channels), m2pcie, irp,
 * ubox, pcu and global (MSRs 0x700 to 0x702). Events have libpfm4's names without UNC_H_ and the like, or codes; if a umask is a
 * code of its own, EVENT.UMASK or 0xUUEE (umask, event): `rate.core*.BR_INST_RETIRED.JCC`, `rate.core0.0x7ec4`,
 * `rate.core0.MEM_UOPS_RETIRED.HITM`, `rate.core*.OFFCORE_RESPONSE.DMND_RFO.DDR_NEAR`, `rate.cha*.TOR_INSERTS.IRQ_MISS.LOCAL_NEAR`.
 *
 * The model does not see what the processor executes: counts of a core follow its clocks and rates, halted or not. A core's default
 * rates are in knights-landing.sheet: base rate R for an event; with a and b as above, R + R * (6 * a * a + 4 * b * b) / 12, times
 * the increment; in core n times (64 + n) / 64. Executed instructions can be counted only under QEMU's `-icount shift=N`, where a
 * nanosecond is always the same number of instructions. With `icount = N` instructions retire at 10^9 / 2^N per second, and time is
 * that of the guest: it stands still while the hypervisor works. The instructions that a processor executes while all others sleep
 * or wait are counted exactly; one that the hypervisor executes counts as one. If several processors are awake, each counts the
 * instructions of all of them; while all sleep, time continues. An overflow is noticed up to 2000 instructions late. One in four
 * instructions counts as a branch, whatever it is.
 *
 * CPUID leaves 0, 1, 2, 4 to 7, 0x1c, 0x23 and 0x80000000 to 0x80000008 are those of the dump, except for topology. Leaf 0x0a
 * follows the settings of the core PMU; settings that the scenario does not give are the dump's. Events that this leaf reports as
 * missing are not counted. If the dump has no core PMU, there is none. By default the dump is the part's first one, with the
 * processor name of a part that was sold with as many cores (silicon/models/sold.c). With `cpuid = none` the core PMU is that of
 * the default dump, and everything else is the answer of the machine underneath. Sierra Forest and unknown-xeon have no dump:
 * version 5 with 8 counters of 48 bits and 4 fixed counters. In QEMU, feature bits that its processor cannot implement are cleared
 * (silicon/svm/features.c); frequencies (0x15, 0x16) and XSAVE's areas (0x0d) are QEMU's.
 *
 * Up to version 3, a PMI with DEBUGCTL bit 12 set clears global_ctl (and with bit 11 set, DEBUGCTL bit 0). From version 4 on it
 * sets bit 59 of the status (and with bit 11 set, bit 58). While bit 59 is set, nothing counts; a 1 written to that bit of ovf_ctl
 * ends the freeze. MSR 0x391 then sets bits of the status, without a PMI, and MSR 0x392 shows what is in use: each counter with a
 * select, and bit 63 if any select requests PMIs. From version 5 on CPUID reports that AnyThread is deprecated. There are four
 * slots per cycle. PERF_METRICS (0x329) exists by default if the dump has a fourth fixed counter. It reads fixed shares of the
 * slots, and 0 until the fourth fixed counter has counted, after it was set, while bit 48 of global_ctl was set; if the LBRs are
 * architectural, it has a second level. It keeps no written value except 0. There are no LBRs. Version 6 adds leaf 0x23 (subleaf 1:
 * bitmaps of counters; wherever this leaf exists, they follow the settings), and other addresses of the same registers: counters at
 * 0x1900 + 4i, selects at 0x1901 + 4i, fixed counters at 0x1980 + 4i; full-width writes are then announced.
 *
 * OFFCORE_RESPONSE_n: 13 requests (a) times 14 responses (b); ANY_REQUEST and ANY_RESPONSE mean all of them. A response is a
 * supplier bit and a snoop bit: near tile 19 (E), 20 (F) with 35, 19 (M) with 36; far tile 22 with 35 or 36; MCDRAM 21 with 31, 22
 * with 32; DDR 23 with 31, 24 with 32; other 17 with 37; the own tile 25 to 28 alone. Each request is one source, whose rate is the
 * sum over the responses that match. With OUTSTANDING (bit 38; counter 0) request number i, from 0, counts offcore.latency + i *
 * offcore.latency.step cycles, at most 10^10 per second for each class.
 *
 * CMASK, E and INV work as above, but INV without CMASK has no effect. A counter whose overflow bit is set signals no further
 * overflow. No event of the UBox and the PCU is known: whatever code is selected there never happens. Overflows of uncore counters
 * set bits of the box's status and of the global one, whether or not bit 20 of the select is set, and are cleared by writing 1 to
 * either; they request no PMI: no document states its target. Those of the uncore's fixed counters, and of the PCU's counters, set
 * no bit. Reset bits act when they are written, and read 0. A CHA counts TOR entries of four kinds (local near, local far, remote
 * near, local non-coherent; opcodes 0x182, 0x201, 0x182, 0x1e7): filter 1 must have both bits of the kind, and all-opcodes or its
 * opcode; with isochronous, non-coherent or C6, only remote near, only non-coherent, or none pass. With bit 19 of the select each
 * logical processor has 1/cores of everything. There is no PEBS, BTS or LBR: MSR 0x1a0 bits 11 and 12 are 1.
 *
 * Registers: of a core ctl0.., ctr0.., full0.. (the same counters, at 0x4c1 and up), fixed_ctl, fixed_ctr0.., global_ctl, status,
 * ovf_ctl, offcore_rsp0, offcore_rsp1, debugctl, misc_enable, perf_capabilities, pebs_enable, ds_area; of the uncore ctl0..,
 * ctr0.., box_ctl, status, fixed_ctl, fixed_ctr, filter0, filter1; of global global_ctl, status, config. The faults of all
 * registers are those above, except that only MSRs have gp, and
 *
 *	coreN.enable.ignored      counters count without their bits in global_ctl
 *	coreN.freeze.ignored      DEBUGCTL bit 12 has no effect
 *	coreN.freeze.late[=NS]    its effect comes NS later, as above
 *	coreN.COUNTER.enable.ignored
 *	                          it needs no en of its ctl, or no level of fixed_ctl
 *	coreN.COUNTER.level.ignored
 *	                          it counts at all privilege levels, whatever is selected
 *	coreN.COUNTER.level.swapped
 *	                          it exchanges level 0 and the levels above
 *	coreN.ctrM.KIND.ignored   CMASK (threshold), INV (invert) or E (edge) of its ctl has no effect
 *	coreN.freeze.clears       the freeze clears global_ctl, too (from version 4 of the architecture on)
 *	coreN.freeze.lower        counters from 4 on count during the freeze (likewise; erratum SKL90)
 *	coreN.thaw.clears         the end of the freeze clears global_ctl (likewise)
 *	coreN.thaw.ignored        the freeze continues when its bit of the status is cleared (likewise)
 *	coreN.metrics.dead        PERF_METRICS reads 0 (if it exists)
 *	coreN.metrics.exceed      one of its parts is a sixteenth more than its maximum (likewise)
 *	coreN.pmi.masked          once a PMI has masked the entry of its local APIC, the entry stays masked, whatever is written
 *	coreN.freeze.partial      the freeze leaves the fixed counters running until global_ctl, which reads 0, is written
 *	coreN.pmi.KIND            as of the U-Box above: lost, blocked, spurious, doubled, stuck, core=N
 *	BOX.freeze.ignored        neither its box control nor the global one freezes it; of global: no box is frozen
 *	BOX.freeze.late[=NS]      its box control freezes NS later, as above; not of global
 *	BOX.reset.ignored         reset bits of its controls have no effect
 *	BOX.hidden                the PCI function reads all ones
 *	BOX.id=VALUE              its PCI device identifier
 *	chaN.filter.ignored       its filters let everything pass
 *
 * ---- Xeon E5-2600 ----
 *
 * The settings of cores are those of Knights Landing: clock.core and clock.reference (2700000000), cpuid, counters, width,
 * perf_capabilities, threads, user, icount, pmi.entry, core_pmu.*. What is said there about cores also applies; their events are
 * the architecture's seven. In addition:
 *
 *	clock.dclk              10^6..10^10       800000000     of the memory channels
 *	clock.pclk              10^6..4*10^9      800000000     of the PCU
 *	qpi.rate                0..7              5             code in QPI_RATE_STATUS: 4 + 0.8 * code GT/s; the clock of QPI is
 *	                                                        500 MHz + 100 MHz * code
 *	qpi.slow                no, yes           no            bit 4 of that register
 *	cboxes                  1..8              8             C-Boxes, from 0 on
 *	uclk.width              44..48            48            bits of the UBox's fixed counter
 *	box_ctl                 readable,         readable      whether box controls read as written, or as 0
 *	                        write-only
 *	dclk.counter            freezes, runs     freezes       whether a channel's freeze stops its fixed counter
 *	memory                  independent,      independent   only E5-2600: contents of its MCMTR (15.0) and RASENABLES (15.1). In
 *	                        lockstep,                       the other two modes each line belongs to two channels, which both
 *	                        mirrored                        count it: n and n ^ 1 in lockstep, n and n ^ 2 if mirrored
 *	config.wide             whole, half       whole         result of reading 8 bytes of configuration space: both dwords, or
 *	                                                        the lower one and all ones
 *	pcu.filter              at-once, late     at-once       time at which a write of the PCU's filter takes effect; late: with
 *	                                                        the next change of frequency, and none comes
 *	frequency               0..254            27            of the cores in 100 MHz, for the PCU's bands
 *	frequency.low           0..254            12            the same for the rest of the time
 *	frequency.share         0..1000           600           thousandths of the time at `frequency`
 *	residency.c3            0..2300000000     300000000     counts per second of MSR 0x3fc in core 0; core n has (64 + n) / 64
 *	                                                        of them
 *	residency.c6            0..2300000000     900000000     the same of MSR 0x3fd
 *	nodes                   identity,         identity      node identifiers of the sockets: their numbers, or in reverse order;
 *	                        reversed, hole                  hole: their numbers, and GIDNIDMAP has 0 for socket 7, which does
 *	                                                        not exist
 *	bus.0 to bus.3          1..255            see below     uncore bus of a socket
 *
 * With one socket the uncore is on bus 0xff; with two, on 0x7f and 0xff; with more, on 0x3f, 0x7f, 0xbf and 0xff. D5:F0 with
 * CPUBUSNO is on bus 0 and, for other sockets, on the bus after the previous socket's uncore bus; the other functions of these
 * buses are the machine's own. Function 0 of devices 14 and 19 exists and is empty.
 *
 * Boxes are core0 and up (by logical processor), ubox, pcu, cbox0 to cbox7 in MSRs; ha, imc0 to imc3, qpi0 and qpi1 (counters),
 * qpi_match0 and 1, qpi_misc0 and 1 (rate status), r2pcie, r3qpi0, r3qpi1, ubox_config (D11:F0) and iio (D5:F0), each a PCI
 * function. Registers: box_ctl, ctl0.., ctr0.., fixed_ctl, fixed_ctr, box_filter; addrmatch0, addrmatch1, opcodematch; pkt_match0,
 * pkt_match1, pkt_mask0, pkt_mask1; rate_status; cpunodeid, gidnidmap; cpubusno; of cores the architecture's registers of Knights
 * Landing, and c3_ctr, c6_ctr.
 *
 * Events have libpfm4's names without UNC_C_ and the like, or codes, to which extra select adds 0x100; if a umask is a code of its
 * own, EVENT.UMASK or 0xUUEE: `rate.imc*.CAS_COUNT.RD_REG`, `rate.ha.REQUESTS.READS`, `rate.qpi0.RxL_FLITS_G1.DRS_DATA`,
 * `rate.cbox0.LLC_LOOKUP.DATA_READ.M`, `rate.cbox*.TOR_INSERTS.DRD.MISS`, `rate.cbox1.TOR_OCCUPANCY.EVICTION`,
 * `rate.pcu.POWER_STATE_OCCUPANCY.CORES_C0`, `rate.ha.ADDR_OPC_MATCH.RDCODE`, `rate.qpi1.CTO_COUNT.DATAC_M`. A umask of several
 * bits for which libpfm4 has a name is the sum of its bits.
 *
 * Points that a document leaves open are read as follows. A counter that must not count its event counts nothing. Threshold 0 with
 * invert or edge_det breaks a rule. Nothing reports an overflow. UBox counters may be written, and given an event instead of event
 * 0, while enabled, as on p.18; other counters and selects may be written only while they are stopped.
 *	C-Box   state, opc and nid act on the events that ask for them. LLC_LOOKUP: three kinds (a) in five states (b: I S E M F).
 *	        TOR: 19 opcodes (a), each a hit or a miss (b); evictions (a = 20) and write-backs (21) are not misses. Node n of N
 *	        is the target of (n + 1) / (1 + 2 + .. + N) of everything. A logical processor, by tid, and other traffic (tid 0x10)
 *	        each have 1 / (cores + 1) of everything. COUNTER0_OCCUPANCY has the sources of the select of counter 0.
 *	PCU     POWER_STATE_OCCUPANCY: a = occ_sel; base rate 30000000, like that of core events. If it is counted together with an
 *	        event, the two are independent: the rate is the product of their shares of pclk. The demotion events pass any
 *	        filter.
 *	HA, QPI the rates of what matches are added, from the tables in xeon_e5_2600_match.c: RDCUR at address 0, RDCODE, RDDATA and
 *	        RSPI at 0x12345000, RDDATA_HIGH at 0x3f0012345000, RDINVOWN at 0x12346000, INVITOE_HIGH at 0x3f0012346000, WBMTOS at
 *	        0x80000000.
 *
 * Writes of reserved bits are ignored and break a rule; bits beyond a counter's width are ignored. Configuration registers are
 * written 4 bytes at a time. Faults are as above: gp of MSRs; hidden and id of PCI functions; freeze.ignored, freeze.late and
 * reset.ignored of box_ctl; filter.ignored of cboxN, pcu, ha and qpiN; and
 *
 *	pcu.bands.shut            no frequency reaches a band
 *	pcu.bands.crossed         the first band stands for all
 *
 * ---- Xeon E5-2600 v2 ----
 *
 * Like the Xeon E5-2600, with up to 15 C-Boxes (cboxes, by default all) and 30 logical processors (cores, by default 15), and
 *
 *	debugctl                not-needed,       not-needed    whether a core takes uncore PMIs only while DEBUGCTL (MSR 0x1d9) bit
 *	                        needed                          13 is set
 *	freeze.delay            0..500000         0             ns from an overflow to the freeze of all boxes
 *	freeze.again            cleared, always   cleared       whether a new freeze and PMI need the overflow bits of the previous
 *	                                                        one cleared, those of the box and the global ones
 *	irp.width               44..48            44            bits of the IRP's counters
 *
 * Boxes are core0 and up, ubox, pcu, cbox0 to cbox14 in MSRs; ha0, ha1, imc0 to imc7, irp, qpi0 to qpi2, qpi_match0 to 2,
 * qpi_misc0, r2pcie, r3qpi0 to r3qpi2, ubox_config and iio. Registers have the names above, except filter0 and filter1 of a C-Box,
 * filter of the PCU, and match0, match1, mask0 and mask1 of qpi_match; in addition status, and of the UBox global_ctl,
 * global_status, global_config. Events have perfmon's names without UNC_C_ and the like.
 *
 * An overflow of a counter with ov_en sets its bit in its box's status, which C-Boxes lack, and the box's bit in the global status,
 * which irp, qpi2 and r3qpi2 lack; it freezes all boxes and interrupts the cores of pmi_core_sel, each with all of its logical
 * processors. Without ov_en it goes unnoticed. A written 1 clears a bit of a status, and no other bit. A freeze, whatever its
 * cause, lasts until unfrz_all; both bits read 0. At the start nothing is frozen. wk_on_pmi has no effect: no core sleeps. Bits
 * 17:16 of box controls read 0.
 *	C-Box   there is a sixth state (M'). Of TOR entries three in four are the own socket's; of requests one in four is not
 *	        coherent, one in eight of C6, one in sixteen isochronous, whatever their other properties. There are four links,
 *	        whose bits are in the field link: link n brings n + 1 tenths of RxR_IPQ_RETRY.QPI_CREDITS; a value of 0 lets all
 *	        pass.
 *	HA      ADDR_OPC_MATCH: b = 1 with bits 1:0 of the umask (address, opcode), 2, 3 and 4 by opcode on AD, BL and AK.
 *
 * Faults are as above, with status and summary for the boxes that have them; ubox.freeze, ubox.pmi and ubox.reset are as for the
 * Xeon 7500.
 *
 * ---- Xeon E5-2600 v3 and v4 ----
 *
 * Like the Xeon E5-2600 v2, without irp.width, with uclk.width 48 only, with up to 18 C-Boxes (v4: 24), and
 *
 *	sboxes                  2, 4; v4: 0, 4    4             S-Boxes, from 0 on; CAPID4 of the PCU reports them (bits 7:6 are 0
 *	                                                        if there are fewer)
 *	freeze                  needs-enable,     needs-enable  whether bit 8 of a box control freezes only with bit 16, which Linux
 *	                        needs-nothing                   sets in all of them
 *	pmi.entry               edge, level       level         as for Knights Landing
 *	unsure.width            44..48            44            bits of the counters on whose width Linux and LIKWID disagree: the
 *	                                                        UBox's and S-Boxes' of the v3, R3QPI's of the v4
 *
 * Boxes are a core for each logical processor (core0 and up), ubox, pcu, cbox0 to cbox17 (cbox23), sbox0 to sbox3 in MSRs; ha0,
 * ha1, imc0 to imc7, irp, qpi0 to qpi2, qpi_match0 to 2, qpi_misc0 to 2, r2pcie, r3qpi0 to r3qpi2, ubox_config and pcu_config
 * (capid4), only on the uncore bus. Registers have the names of the v2; the UBox has a filter, too, which changes no count. C-Boxes
 * and S-Boxes have neither a status nor ov_en: nothing reports their overflows. irp, qpi2 and r3qpi2 have no bit in the global
 * status either. Bits 17:0 of the global control select cores.
 *
 * An S-Box's control needs bits 16, 1 and 0 set one after the other: a write that sets more than one of them, not counting those
 * that the previous write has set, breaks a rule. tid_en of an S-Box has no effect.
 *	C-Box   seven states (b: I S E M F D MP) and a fourth kind of lookups (READ, a = 4). tid is a thread and a core, and has no
 *	        value for other traffic. Node n's part of RxR_I*_RETRY* is that of the sub-event of the node only.
 *	iMC     RD_CAS_RANKn and WR_CAS_RANKn: a = 1 + the bank; ALLBANKS is all 16, a group four successive ones.
 *	PCU     the v4 has no bands, and has occupancies only on counters 1 to 3.
 *
 * ---- the shape of a board ----
 *
 *	function = [SEGMENT:]BUS:DEVICE.FUNCTION VENDOR:DEVICE [CLASS]
 *	buses.SOCKET = [SEGMENT:]BUS [SEGMENT:]BUS ...
 *
 * All numbers are hexadecimal. With at least one line `function`, functions without a line are hidden, as a board's firmware hides
 * them. A listed function at the place and with the device identifier of one of the part's functions is that function; all others
 * have a header and nothing else. A function of the part whose identifier no document has takes the identifier that the board has
 * at its place. Buses of a socket are in the order of `uncork --silicon-functions`; buses that a part numbers beyond its own tables
 * (MSR 0x300 of Skylake-SP) may follow. In QEMU, functions on buses that are none of the part's are the machine's own. `uncork
 * board` writes these lines from lspci's output.
 *
 * ---- Skylake-SP, Cascade Lake-SP and Cooper Lake-SP ----
 *
 * With the settings of cores of the E5-2600, but pmi.entry level, and
 *
 *	rate.clock              10^6..10^10       2400000000    uncore clock, Hz
 *	clock.dclk              10^6..10^10       1333000000    of the memory channels
 *	clock.pclk              10^6..4*10^9      1000000000    of the PCU
 *	clock.upi               10^6..10^10       1300000000    of the links
 *	stacks                  4..6              6             stacks of input and output, each an IIO and an IRP
 *	links                   0..6              6             Cooper Lake: links that are wired; the class of all others reads
 *	                                                        ffffff
 *	capid6                  1..0xfffffff      by cores      a bit for each existing CHA; CHAs are numbered from 0 without gaps
 *	global                  runs, frozen      runs          state of the socket at the start, as the platform's firmware has
 *	                                                        left it
 *	overflow                freezes, told     freezes       whether an overflow with ov_en (which requests a report) freezes all
 *	                                                        boxes
 *	freeze.delay            0..500000         0             ns from the overflow to that freeze
 *	nodes                   identity,         identity      node identifiers of the sockets, as for the E5-2600
 *	                        reversed
 *
 * No manual of these parts was readable. So what Linux, PCM and LIKWID do not say is taken from the Xeon E5-2600 v2: the effects of
 * ov_en, how bits are cleared, that the bits of global_ctl are commands that read 0, and that bit 0 of UBox's status is the fixed
 * counter's. A box's status shows all overflows; the global status and the freeze respond only to those with ov_en. Boxes without a
 * status (irp, imc, m2m, upi, m2pcie, m3upi) notice only overflows with ov_en; those for which no source knows a bit in the global
 * status notice none: irp5, m2pcie, m3upi2, imc's fixed counters. No overflow interrupts a processor. Bits 17:16 of box controls
 * may be written as 1, and read 0.
 *
 * Of N sockets, socket s has the buses from 256 / N * s on. Its CPU bus i, as MSR 0x300 numbers them, is 256 / N / 8 * i after the
 * first: UBox (only D8:F0; the other functions of that bus are the machine's own) on bus 0, the PCU's capabilities on bus 1, memory
 * channels and M2M on bus 2, links and mesh on bus 3; buses 4 and 5 are not used.
 *
 * Boxes are core0 and up, one for each logical processor, global, ubox, pcu, cha0 to 27, iio0 to 5, irp0 to 5 in MSRs; imc0 to 5,
 * m2m0 and 1, upi0 to 2, m2pcie0 to 3, m3upi0 to 2 (of Cooper Lake upi0 to 5, m2pcie0 to 2, m3upi0 to 5), ubox_config, capid
 * (capabilities) in PCI functions. Registers are box_ctl, status, ctl0.., ctr0.., fixed_ctl, fixed_ctr; of global global_ctl,
 * global_status, global_config, cpubusno; of cha filter0, filter1; of pcu filter, which has no effect; of iio free_clock, free_in0
 * to 3, free_out0 to 3, free_util_in0 to 3, free_util_out0 to 3, of 36 bits, which count by themselves; cpunodeid, gidnidmap;
 * capid6.
 *
 * Events have perfmon's names without UNC_CHA_ and the like, by sub-events of one bit each: `rate.cha*.TOR_INSERTS.IRQ`,
 * `rate.iio0.DATA_REQ_OF_CPU.MEM_READ.PART0`, whatever the ports. If a umask is a number, each number has a rate: LLC_LOOKUP,
 * RD_CAS_RANKn, WR_CAS_RANKn, POWER_STATE_OCCUPANCY. An M2PCIe, whose events are not known, counts any event except 0, like units
 * that no document describes (below); 0x23 is known, on counters 0 and 1.
 *	CHA     a logical processor, by tid and with tid_en, and traffic of no processor each have 1 / (cores + 1) of everything.
 *	        Link n of four brings n + 1 tenths of UPI_CREDITS_ACQUIRED and UPI_CREDIT_OCCUPANCY; no link: all. State n of ten,
 *	        from the lowest bit on, has n + 1 of 55 parts of LLC_LOOKUP. Of the TOR, local requests are three in four, those of
 *	        near memory one in eight; opcodes 0x200, 0x201, 0x202, 0x21e, 0x248, 0x258, 0x259 and 0x25a have 1 to 8 of 64 parts;
 *	        one in four is not coherent, one in eight of C6, one in sixteen isochronous. Of two bits that each let something
 *	        pass, one must be set; a state or filter1 of 0 breaks a rule.
 *	IIO,    bits of the masks, and of the umask's extension, let parts pass as for machines that describe themselves.
 *	UPI
 *	PCU     POWER_STATE_OCCUPANCY as for the E5-2600.
 *
 * Faults are as for the Xeon E5-2600 v2, except those of PMIs.
 *
 * ---- Ice Lake-SP ----
 *
 * Like Skylake-SP, with rate.clock 2200000000, clock.dclk 1600000000, and
 *
 *	capid6                  1..0xffffffff     0x0f0f0f0f    the first 32 places for CHAs: a bit for each existing CHA
 *	capid7                  0..0xff           0x0f          the other 8 places
 *	channels                2, 3              3             channels of each memory controller; the memory of a missing channel
 *	                                                        reads 0 and drops writes
 *
 * Functions are on bus 256 / N * (s + 1) - 2 of socket s of N: where Linux finds them, and UBox D0:F0, imc_config D0:F1, capid
 * D30:F3. Device memory is 1 MiB for each socket from 0xf0000000 on, 8 MiB apart; controller n is n * 256 KiB after its start.
 *
 * Boxes are those of Skylake-SP, but cha0 to 39, imc0 to 11 (three of each controller) in device memory, m2m0 to 3, m2pcie0 to 5 in
 * MSRs; in addition imc_free0 to 3, a controller's registers that count by themselves: free_ddr0 (reads), free_ddr1 (writes),
 * free_ddrt0 and free_ddrt1 (the same of persistent memory), free_clock; imc_config: mmio_base, mem0 to 3; capid: capid6, capid7. A
 * CHA has filter0 with tid only; an IIO has free_clock and free_in0 to 7, of 48 bits. global has global_status0 and global_status1,
 * which read 0: no source assigns their bits. Only ubox and pcu have a status for overflows; overflows of other boxes are not
 * noticed. Bits of a select above the umask let parts pass: of a CHA 57:32, of an M2M 39:32, of a link 55:32, of an IIO 47:36 and
 * 50:48.
 *
 * ---- Machines that describe themselves ----
 *
 * Sapphire Rapids, Emerald Rapids, Granite Rapids, Sierra Forest, and unknown-xeon, whose model number (0xfe) is in no table. They
 * have the settings of cores of the E5-2600, but pmi.entry level, and
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
 *	global                  runs, frozen      runs; SRF     state of the socket at the start, as the platform's firmware has
 *	                                          frozen        left it
 *	global.unnamed          0..63             0             a bit of the global control that no source names and that reads 1;
 *	                                                        0: none
 *	freeze.delay            0..500000         0             ns from an overflow to the freeze of all units
 *	nodes                   identity,         identity      node identifiers of the sockets, as for the E5-2600
 *	                        reversed
 *	window                  low, high         low           place of device memory, with the tables: at f0000000H, or at
 *	                                                        8f0000000H, above 4 GiB
 *	decoding                on, off           on            whether memory decoding of the function that points to the table is
 *	                                                        on at the start, as firmware leaves it
 *	discovery.by            function,         function      (unknown-xeon) what gives the address of a socket's table: a PCI
 *	                        register, both                  function, MSR 0x201e, or both
 *	discovery.table         words, separated  the machine's contents of the table, instead of the machine's own: words of 64
 *	                        by blanks                       bits; several such lines continue one another; at most 4096, and 0
 *	                                                        after them. All sockets have the same, but
 *	discovery.table.N       likewise          -             socket N has this one; all these tables together have at most 4096
 *	                                                        words
 *
 * build/uncork and tools/boot also accept the name of a file: `discovery.table = FILE`, with a hexadecimal word in each line, in
 * the directory of the scenario's file. The table changes only what software reads: units stay where they are, so the table can be
 * wrong.
 *
 * Of N sockets, socket s has its uncore's functions on bus 256 / N * (s + 1) - 2, the function that points to the table (8086:09a7)
 * on the bus before, and the capabilities of Sapphire and Emerald Rapids on the bus after. Device memory is 1 MiB for each socket
 * from 0xf0000000 on: the table in the first half, units in the other. Registers in memory are read by 1, 2, 4 or 8 bytes, and
 * written by 4, or by 8, which are two registers if registers have 32 bits. In PCI configuration space they are written 4 bytes at
 * a time.
 *
 * Boxes are core0 and up, one for each logical processor, global (global1: the second register of the global status), discovery
 * (the function's capabilities), and units with Linux's names: cha0 to 11, iio0 to 3, irp0 to 3, pcu, ubox (its registers are not
 * in the table), imc0 to 7, mdf0 to 3, cxlcm, cxldp, upi0 to 2, m3upi0 to 2, m2m0 to 3, m2pcie0 to 3, ubox_config (D0:F0, with the
 * node's number), imc_config (D0:F1, mmio_base and mem0 to 3: the addresses of imc_free0 to 3), capid (D30:F3, capid6 and capid7: a
 * bit for each CHA). Granite Rapids and Sierra Forest also have cha, iio, irp, imc, mdf, cxlcm, cxldp, and pcu0 to 4, ubox, upi0 to
 * 3, b2upi0 to 3, b2cmi0 to 3, b2hot, b2cxl, and type21_1, 2, 3 and 8 and type22, whose events are not known. Units of unknown-xeon
 * are named by the number of the type: type0_0 to 3, type6_0, 1 and 3, type8_0 and 1, type92_0 and 1, type127_4 and 9. Registers
 * are box_ctl, status, ctl0.., ctr0..; of cha filter; of imc and ubox fixed_ctl and fixed_ctr; of iio free_clock, free_in0 to 7 and
 * free_out0 to 7, of imc_free free_clock, free_queue0 and 1, which count by themselves; of global global_ctl, global_status (if
 * there are two: global_status0, global_status1), cha_count.
 *
 * Events have perfmon's names without UNC_CHA_ and the like: `rate.cha*.TOR_INSERTS.0x01` by the bit of the umask,
 * `rate.irp0.TRANSACTIONS.WR_PREF` by perfmon's name of that bit. Bits 63:32 of a select let a part of these events pass: bit b has
 * the weight b - 28, and the bits that are set pass the share of their sum in that of all 32; if none is set, everything passes. Of
 * an IIO, bits 47:36 do so, then bits 50:48, and bits 35:32 belong to the threshold. Clocks are not narrowed. Of cha, with tid_en,
 * a logical processor and traffic of no processor each have 1 / (cores + 1) of everything. Boxes whose events are not known count
 * any event except 0: event e of type t has, for each sub-event, the rate of event 1 times (64 + e + (t + 1) mod 64) / 64.
 *
 * A counter counts if the lower half of its select is not 0, while neither its unit nor the socket is frozen. An overflow sets the
 * counter's bit in the unit's status. If bit 20 of its select is set, it also sets the unit's bit in the global status, and the
 * global freeze, until software writes the global control; with bit 20 clear nothing reaches the global block. No overflow
 * interrupts a processor. A written 1 clears a bit of a status; a reset of the counters also clears the unit's status. An event
 * must be selected when its counter starts to count. Faults are as above; boxes in device memory also have
 *
 *	BOX.hidden, BOX.vanish,   it reads all ones; as above
 *	BOX.hang */
#ifndef SILICON_SCENARIO_H
#define SILICON_SCENARIO_H

#endif
