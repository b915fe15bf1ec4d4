/* SPDX-License-Identifier: BSD-2-Clause */
/* The scenario: text that says what the virtual silicon shall be and do. One `name = value` a line;
 * '#' begins a comment; blank lines and blanks around names and values do not matter. A name given
 * twice takes the last value, except `fault`, of which every line counts. Anything unknown or out of
 * range is an error. Numbers are decimal or 0x hexadecimal.
 *
 *	name                    value             default       meaning
 *	sockets                 1..8              1             sockets of the machine
 *	cores                   1..64             8             cores of a socket
 *	rate.clock              1..10000000000    2000000000    uncore clock, Hz
 *	rate.BOX.EVENT[.SUB]    0..2300000000     see below     events per second
 *	fault                   see below         none          something broken
 *
 * For the Xeon 7500, where the guide leaves a choice or the model one of its assumptions:
 *
 *	fixed.pmi_bit           1, 2 or 20        1             pmi_en of the W-Box's FIXED_CTR_CTL
 *	debugctl                needed,           not-needed    whether a core takes uncore PMIs only
 *	                        not-needed                      with DEBUGCTL (MSR 0x1d9) bit 13 set
 *	erratum.wbox            on, off           on            W-Box counters that read wrong
 *	freeze.delay            0..1000000000     0             ns from the PMI request to the freeze
 *	pmi.delay               0..1000000000     0             ns from the PMI request to the PMI
 *	status.pmi_bit          4..31             30            position of U GLOBAL_STATUS.pmi
 *	pmi_core_sel.width      1..8              8             bits of pmi_core_sel from bit 1 on
 *
 * Rates. BOX is `cbox3`, `wbox`, ..., or `cbox*` for every instance; EVENT a name or a code; SUB a name
 * or the umask bit of one sub-event, left out where an event has none: `rate.cbox3.0x15.0x01`,
 * `rate.cbox*.LLC_HITS.M`, `rate.ubox.0x1e4`. By default an event of code c, sub-event bit b (counted
 * from 1; 0 without sub-events) and increment i has in instance n of its box, socket s, the rate
 *	(100003 * (c + 1) + 50021 * b * b) * i * (64 + 8 * n + s) / 64	(rounded down)
 * so that no two are the same where a mistake could swap them.
 *
 * What a counter counts. A source of r events per second has made floor(r * t / 10^9) events by model
 * time t (ns); a counter that counts from t0 to t1 adds the difference. A umask of several bits adds
 * the sources of all of them, exactly; sub-events never happen in the same cycle. umask 0 counts
 * nothing if the event has sub-events. The W-Box's fixed counter counts the clock.
 *
 * With threshold or edge_detect the sources become one signal first: of R events per second in all, in
 * packets of `increment` a cycle, hence A = min(R / increment, clock) active cycles per second, in runs
 * of `run` cycles (both in the event tables; divisions round down). Then
 *	threshold <= increment:	A cycles pass; with invert clock - A; edges: A / run
 *	threshold >  increment:	no cycle passes; with invert every one; edges: none
 *	threshold 0 (edge only):	as threshold 1, invert ignored
 * and a signal that is always active has no edges.
 *
 * Faults, as BOX[.REGISTER].KIND[=ARG], of every socket alike. Registers are global_ctl, status,
 * ovf_ctl, ctl0.., ctr0.. and, in the W-Box, fixed_ctl and fixed_ctr; COUNTER is ctrN or fixed_ctr.
 *
 *	BOX.gp                    every access to the box faults
 *	BOX.enable.ignored        its counters need no bit in its global_ctl
 *	BOX.status.sticky         overflow bits stay although cleared (and so do not rise again)
 *	BOX.status.missing        overflow bits read 0
 *	BOX.COUNTER.dead          does not count
 *	BOX.COUNTER.rate=N        adds N (0..1000) for each event
 *	BOX.COUNTER.width=N       wraps and overflows as if N (1..48) bits wide
 *	BOX.COUNTER.silent        overflows set no bit and ask for no PMI
 *	BOX.REGISTER.stuck1=BIT   a bit that is always 1: of a control in what hardware sees as well, of
 *	                          a counter or status only in what is read
 *	BOX.REGISTER.stuck0=BIT   a bit that is always 0, likewise; it wins over stuck1
 *	BOX.REGISTER.gp           accesses fault
 *	BOX.REGISTER.dropped      writes vanish
 *	BOX.REGISTER.alias=BOX.REGISTER
 *	                          accesses reach the other register instead
 *	BOX.REGISTER.reset=VALUE  what it holds at the start
 *	ubox.en_all.ignored       counters need no master enable
 *	ubox.freeze.ignored       frz_all does not freeze
 *	ubox.reset.ignored        rst_all does not clear
 *	ubox.pmi.lost             no PMI reaches a core
 *	ubox.pmi.spurious[=NS]    one more PMI NS (1..1000000000, default 1000000) after en_all is set
 *	ubox.pmi.doubled[=NS]     every PMI comes again NS later (same range and default)
 *	ubox.pmi.core=N           every PMI goes to core N (0..63); to none if there is no such core
 *
 * A program is not blamed, by a violation, for what a fault alone has done. */
#ifndef SILICON_MODELS_SCENARIO_H
#define SILICON_MODELS_SCENARIO_H

#endif
