/* SPDX-License-Identifier: BSD-2-Clause */
/* The scenario of the virtual POWER9, POWER10 and POWER11: text that describes its In-Memory Collection. Each line is `name =
 * value`; '#' begins a comment; blank lines, and blanks around names and values, do not matter. If a name is given twice, the last
 * value counts; but every line `fault` counts. An unknown name, or a value out of range, is an error. Numbers are decimal, or
 * hexadecimal with 0x.
 *
 *	name                  value            default             meaning
 *	rate.BOX.OFFSET       0..1000000000    see below           counts per second
 *	rate.PMU.EVENT        0..1000000000    see below           the same, by the catalog's names
 *	nest.available        64 bits          all posted units    units that exist (control block + 0x18)
 *	core.period           1000..512000000  128000              ticks between postings of a page
 *	trace.period          64..512000000    4000                ticks between trace records
 *	engines.left          an address       0: none             engines and LDBARs are on from the start, as a crashed kernel
 *	                                                           leaves them: at this address a page for each core, then one for
 *	                                                           each thread
 *	start.late            0, 1             0                   1: every second processor that is started arrives after the one
 *	                                                           that is started next
 *	model.late            0..1000          0                   minimum sleep of the hidden thread in milliseconds, as on a busy
 *	                                                           host
 *	core.bad              0, 1             0                   1: the hidden core is in the tree, with status "bad"
 *	load.silent           an address       0: none             a load from there ends in a machine check
 *	load.late             an address       0: none             the same, after the function that loads has returned
 *	trace.code            an address       the program's code  start of the sampled addresses
 *	trace.span            4..2^30          the program's code  number of bytes that they cover
 *	fault                 see below        none                a defect
 *
 * A tick is one of the time base, 1/512 microsecond. BOX is nest, core or thread, and means every chip, core or thread; with a
 * number it means one: nestN by its index among the chips; coreN by its number in its chip, (PIR >> 2) & 0x3f; threadN by the PIR's
 * low byte; the last two in every chip. OFFSET is the offset in the nest region or in the page. PMU is a node of the catalog,
 * without unit address, EVENT the full name: `rate.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 1000`.
 *
 * Rates are of what is posted, before the catalog's scale. By default, with k = offset / 8, chip c, core i of its chip and thread t
 * of its core (divisions round down):
 *
 *	nest	(37 k mod 239 + 16) * 5003 * (64 + 5 c) / 64
 *	core	(37 k mod 1021 + 64) * 2003 * (64 + 17 c + 3 i) / 64
 *	thread	(41 k mod 1021 + 64) * 1009 * (64 + 17 c + 3 i + t) / 64
 *
 * so that neighbours never have the same rate. The exception are the 32 MHz clocks of POWER9's cores (offsets 0x98, 0xa0 and
 * 0x8e0), with 62500: they post one count for 512 of their ticks.
 *
 * The counting words depend on the processor: POWER9 has those of its microcode's source and its catalogs, POWER10 and POWER11
 * those of their catalogs. On these two, the microcode posts everything once a millisecond, without update counts, and
 * nest.available is 0, which means unknown: everything is posted. Another value gives the use of each of eight links: at most one
 * of xlinkN, alinkN and otlN_M is posted.
 *
 * What a counter counts. A source of r counts per second has made floor(r * t / 512000000) counts in t ticks. The sources of a core
 * or thread start at 0 when its engine starts; each posting adds their counts to memory, for the last time when the engine stops.
 * Those of a nest never stop: each posting adds the counts since the last read, modulo 65536 (on POWER10, for which no source says
 * so, only after a pause), so that the first posting after a pause adds the counts of the pause. Units for which the microcode
 * posts differences of hardware counters (PHB and MBA) lose counts between a pause and their first pass after it. The third counter
 * of an MBA is posted doubled: 2 * floor(r / 2 * ...).
 *
 * Trace records come every trace.period ticks, the first one a period after the start of the thread's trace. Their time is the time
 * base at that moment; cpmc1 to cpmc4 count from the start of the trace 1000003, 2000003, 3000017 and 4000037 per second; the
 * address in record n is trace.code + 4 * (((n + 1) * 2654435761 mod 2^32) mod (trace.span / 4)). After a write of LDBAR records
 * begin at the start of the ring, else where they ended.
 *
 * Faults have the form BOX[.REGISTER].KIND[=ARG]. BOX is as above, or trace or ldbar, numbered like threads.
 *
 *	nest.status=N          the status word is always N (0..4). Unless N is 1, nothing is posted; with 0, OPAL's START and STOP
 *	                       return -6, as without microcode
 *	nest.dead              the microcode is never called: it executes no command and posts nothing
 *	nest.stale             it posts nothing after the first 16 calls since it was resumed, although its status is "running"
 *	nest.skips=MS          after each 100 ms it is not called for MS (1..10000) milliseconds, although its status is "running"
 *	nest.restarts=MS       every MS (1..10000) milliseconds it starts again: all posted counts are 0, and a waiting command is
 *	                       lost; the status does not change
 *	nest.every=N           it is called N (2..100) times less often
 *	core.every=N thread.every=N trace.every=N
 *	                       N (2..100) times as long from one posting or record to the next; STOP posts the rest
 *	nest.command.stuck     the microcode executes commands but does not clear them
 *	nest.command.ignored   it clears commands but does not execute them
 *	nest.torn              the update counts at the ends of the groups do not change (POWER9)
 *	core.dead thread.dead  the engine posts nothing
 *	core.stray thread.stray trace.stray
 *	                       the engine also counts in the word after its page or ring
 *	trace.dead             no record is written
 *	trace.wrap             records come twenty times as fast, so that the ring wraps early
 *	trace.torn             in every 16th record the second time differs from the first
 *	trace.disorder         every 16th record has a time before its predecessor's
 *	trace.state            every 16th record shows user state, in which nothing runs here (bits 0:1 of the third word: MSR[HV],
 *	                       MSR[PR])
 *	trace.late=N           records begin at record N (1..4095) of the ring
 *	nest.OFFSET.dead       one counter does not count; likewise of core and thread
 *	nest.OFFSET.rate=N     it counts N (0..1000) times as fast
 *	nest.OFFSET.stuck1=BIT a bit of it (0 is the lowest) is always 1, or 0 with stuck0
 *	nest.UNIT.dead         the microcode leaves a unit out: mcs01, powerbus0, xlink1, otl3_0, ...
 *	nest.start.error=N     OPAL's START does nothing and returns -N (1..64); likewise of core and trace
 *	nest.stop.error=N      the same of STOP
 *	core.init.error=N      the same of INIT; likewise of trace
 *	core.start.ignored     START returns 0 and does nothing; likewise of nest and trace
 *	core.stop.ignored      the same of STOP: the engine continues until the program leaves
 *	ldbar.ignored          writes of LDBAR have no effect; it reads 0
 *
 *	nest.absent core.absent thread.absent trace.absent
 *	                       the catalog lacks those nodes, as if skiboot had left them out
 *	catalog.absent         there is no /imc-counters
 *	catalog.badoffset      an event is after the end of its region
 *	catalog.duplicate      two events of one PMU have one name
 *	catalog.overlap        two events of one PMU have one offset
 *	catalog.noevents       a PMU refers to a group that does not exist
 *	catalog.noprefix       a PMU has no events-prefix
 *	catalog.noname         an event has no name
 *	catalog.badscale       a PMU's scale is not a number
 *	catalog.badtype        a PMU's type is unknown
 *	catalog.shortreg       an event's reg has only one cell
 *	catalog.wrongoffset    an event's offset is another one's (its bit 3 is flipped)
 *	catalog.wrongscale     a PMU's scale is 3
 *	catalog.chips          the nest's chip-id has one entry more than its base-addr
 *
 * Faults are added to a machine whose rates are set. For a chip with a fault, or a core with a fault in it or its threads, a
 * program breaks no rules (docs/faults.md). */
#ifndef SILICON_IMC_SCENARIO_H
#define SILICON_IMC_SCENARIO_H

#endif
