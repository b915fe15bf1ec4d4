/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/sold.h"

#include "lib/memory.h"

/* The first row of a machine is its default: a part with as many cores as the machine has C-Boxes or CHAs. The other rows have more
 * cores, in ascending order.
 * Names and numbers of cores from dumps of CPUID (leaves 80000002H to 80000004H and 0BH; cpuid.dumps has the sources), those of the
 * E7-4870, E5-2650, E5-2699 v3, Phi 7210 and 7290, 8180, 8280; from `lscpu` on such machines, as public reports quote it (X7560,
 * 6710E), from the kernel test robot's descriptions of its machines (8380H: 224 threads in 4 sockets; 8592+: 256 in 2; 6767P: 256
 * in 2; 6972P: 384 in 2), and from published results that name processor and cores (8380, 8490H, 6980P, 6780E; E7-8890 v4: 192
 * threads, 4 sockets). The name of the E7-8890 v2 is from a vendor's list of processors that its software supports, its 15 cores
 * from Intel's announcement. */
/* clang-format off */
static const struct sold parts[] = {
	{"xeon-7500",       "Intel(R) Xeon(R) CPU           X7560  @ 2.27GHz", 8},
	{"xeon-e7",         "Intel(R) Xeon(R) CPU E7- 4870  @ 2.40GHz",        10},
	{"xeon-e5-2600",    "Intel(R) Xeon(R) CPU E5-2650 0 @ 2.00GHz",        8},
	{"xeon-e5-2600-v2", "Intel(R) Xeon(R) CPU E7-8890 v2 @ 2.80GHz",       15},
	{"xeon-e5-2600-v3", "Intel(R) Xeon(R) CPU E5-2699 v3 @ 2.30GHz",       18},
	{"xeon-e5-2600-v4", "Intel(R) Xeon(R) CPU E7-8890 v4 @ 2.20GHz",       24},
	{"knights-landing", "Intel(R) Xeon Phi(TM) CPU 7210 @ 1.30GHz",        64},
	{"knights-landing", "Intel(R) Xeon Phi(TM) CPU 7290 @ 1.50GHz",        72},
	{"skylake-sp",      "Intel(R) Xeon(R) Platinum 8180 CPU @ 2.50GHz",    28},
	{"cascade-lake-sp", "Intel(R) Xeon(R) Platinum 8280 CPU @ 2.70GHz",    28},
	{"cooper-lake-sp",  "Intel(R) Xeon(R) Platinum 8380H CPU @ 2.90GHz",   28},
	{"ice-lake-sp",     "Intel(R) Xeon(R) Platinum 8380 CPU @ 2.30GHz",    40},
	{"sapphire-rapids", "Intel(R) Xeon(R) Platinum 8490H",                 60},
	{"emerald-rapids",  "INTEL(R) XEON(R) PLATINUM 8592+",                 64},
	{"granite-rapids",  "Intel(R) Xeon(R) 6767P",                          64},
	{"granite-rapids",  "Intel(R) Xeon(R) 6972P",                          96},
	{"granite-rapids",  "Intel(R) Xeon(R) 6980P",                          128},
	{"sierra-forest",   "Intel(R) Xeon(R) 6710E",                          64},
	{"sierra-forest",   "Intel(R) Xeon(R) 6780E",                          144},
};
/* clang-format on */

const struct sold *sold_find(const char *machine, unsigned cores)
{
	const struct sold *found = NULL;

	for (unsigned i = 0; i < ARRAY_SIZE(parts) && !(found && found->cores >= cores); i++)
		if (!strcmp(parts[i].machine, machine))
			found = &parts[i];
	return found;
}
