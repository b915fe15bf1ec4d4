/* SPDX-License-Identifier: BSD-2-Clause */
/* As much of a kernel as the tables of Linux's uncore drivers need to be compiled in a process: types, and macros and functions that do nothing, or
 * answer as a processor does that has all that a table can have. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;
typedef u32 resource_size_t;
typedef uint16_t umode_t;
typedef int raw_spinlock_t;
typedef unsigned long kernel_ulong_t;
typedef struct {
	int counter;
} atomic_t;
#define __iomem
#define __init
#define __initdata
#define __read_mostly
#define __maybe_unused __attribute__((unused))
#define fallthrough
#define EXPORT_SYMBOL_GPL(x)
#define ARRAY_SIZE(a)                    (sizeof(a) / sizeof((a)[0]))
#define BITS_TO_LONGS(n)                 (((n) + 63) / 64)
#define BUILD_BUG_ON(x)                  ((void)sizeof(char[1 - 2 * !!(x)]))
#define PAGE_SIZE                        4096ul
#define BIT(n)                           (1ul << (n))
#define BIT_ULL(n)                       (1ull << (n))
#define GENMASK_ULL(h, l)                ((~0ull >> (63 - (h))) & ~((1ull << (l)) - 1))
#define GENMASK                          GENMASK_ULL
#define NSEC_PER_SEC                     1000000000ll
#define container_of(p, t, m)            ((t *)((char *)(p)-offsetof(t, m)))
#define likely(x)                        (x)
#define unlikely(x)                      (x)
#define min(a, b)                        ((a) < (b) ? (a) : (b))
#define min_t(t, a, b)                   min((t)(a), (t)(b))
#define max_t(t, a, b)                   ((t)(a) > (t)(b) ? (t)(a) : (t)(b))
#define GFP_KERNEL                       0
#define DEFINE_RAW_SPINLOCK(x)           int x
#define DEFINE_SPINLOCK(x)               int x
#define raw_spin_lock(x)                 ((void)(x))
#define raw_spin_unlock(x)               ((void)(x))
#define raw_spin_lock_irqsave(x, f)      ((void)(x), (void)(f = 0))
#define raw_spin_unlock_irqrestore(x, f) ((void)(x), (void)f)
#define raw_spin_lock_init(x)            ((void)(x))
#define pr_warn(...)                     ((void)0)
#define pr_warn_once(...)                ((void)0)
#define pr_err(...)                      ((void)0)
#define pr_info(...)                     ((void)0)
#define pr_info_once(...)                ((void)0)
#define pr_debug(...)                    ((void)0)
#define dev_warn(...)                    ((void)0)
#define WARN_ON_ONCE(x)                  (x)
#define WARN_ON(x)                       (x)
#define WARN(x, ...)                     (x)
#define IS_ERR(x)                        0
#define __stringify_1(x)                 #x
#define __stringify(x)                   __stringify_1(x)
#define ENOMEM                           12
#define EINVAL                           22
#define ENODEV                           19
#define ENXIO                            6
#define EPERM                            1
struct list_head {
	struct list_head *next, *prev;
};
struct hrtimer {
	int x;
};
struct attribute {
	const char *name;
	umode_t mode;
};
struct attribute_group {
	const char *name;
	umode_t (*is_visible)(void *, struct attribute *, int);
	struct attribute **attrs;
};
struct kobject {
	int x;
};
struct device {
	struct kobject kobj;
	void *driver_data;
	int numa_node;
};
struct device_attribute {
	struct attribute attr;
	ptrdiff_t (*show)(struct device *, struct device_attribute *, char *);
	void *store;
};
struct dev_ext_attribute {
	struct device_attribute attr;
	void *var;
};
#define __ATTR(n, m, s, t)                                             \
	{                                                              \
		.attr = {.name = #n, .mode = m}, .show = s, .store = t \
	}
#define ATTRIBUTE_GROUPS(x) static const struct attribute_group *x##_groups[1]
#define DEVICE_ATTR_RO(x)   struct device_attribute dev_attr_##x
#define sysfs_attr_init(x)  ((void)0)
struct pmu {
	const struct attribute_group **attr_update;
	const char *name;
	int type;
	void *x;
};
struct hw_perf_event_extra {
	u64 config;
	unsigned reg, alloc;
	int idx;
};
struct hw_perf_event {
	u64 config, config_base, event_base;
	int idx, last_tag;
	int flags;
	struct hw_perf_event_extra extra_reg, branch_reg;
};
struct perf_event_attr {
	u64 config, config1, config2;
};
struct perf_event {
	struct pmu *pmu;
	struct hw_perf_event hw;
	struct perf_event_attr attr;
	int cpu;
	void *pmu_private;
};
struct event_constraint {
	union {
		unsigned long idxmsk[1];
		u64 idxmsk64;
	};
	u64 code, cmask;
	int weight, overlap, flags;
	u64 size;
};
#define EVENT_CONSTRAINT(c, n, m)                                                             \
	{                                                                                     \
		.idxmsk64 = (n), .code = (c), .cmask = (m), .weight = __builtin_popcountll(n) \
	}
#define EVENT_CONSTRAINT_OVERLAP(c, n, m) EVENT_CONSTRAINT(c, n, m)
#define EVENT_CONSTRAINT_END \
	{                    \
		.weight = -1 \
	}
#define EVENT_CONSTRAINT_RANGE(c, e, n, m)                                                                       \
	{                                                                                                        \
		.idxmsk64 = (n), .code = (c), .size = (e) - (c), .cmask = (m), .weight = __builtin_popcountll(n) \
	}
#define UNCORE_EVENT_CONSTRAINT_RANGE(c, e, n) EVENT_CONSTRAINT_RANGE(c, e, n, 0xff)
#define for_each_event_constraint(e, c)        for ((e) = (c); (e)->weight != -1; (e)++)
struct extra_reg {
	unsigned event, msr, extra_msr_access, idx;
	u64 config_mask, valid_mask;
};
#define EVENT_EXTRA_REG(e, ms, m, vm, i)                                                                \
	{                                                                                               \
		.event = (e), .msr = (ms), .config_mask = (m), .valid_mask = (vm), .idx = EXTRA_REG_##i \
	}
#define EVENT_EXTRA_END                \
	{                              \
		.event = 0, .idx = ~0u \
	}
struct pci_device_id {
	u32 vendor, device, subvendor, subdevice, class, class_mask;
	kernel_ulong_t driver_data;
};
#define PCI_ANY_ID               (~0u)
#define PCI_DEVICE(v, d)         .vendor = (v), .device = (d), .subvendor = PCI_ANY_ID, .subdevice = PCI_ANY_ID
#define PCI_VDEVICE(v, d)        PCI_DEVICE(PCI_VENDOR_ID_##v, d)
#define PCI_DEVICE_DATA(v, d, x) PCI_DEVICE(0x8086, d), .driver_data = (x)
struct pci_bus {
	int number;
	void *sysdata;
};
struct pci_dev {
	struct pci_bus *bus;
	unsigned devfn;
	struct device dev;
	u16 device;
};
struct pci_driver {
	const char *name;
	const struct pci_device_id *id_table;
};
#define PCI_DEVFN(d, f) ((d) << 3 | (f))
#define PCI_SLOT(x)     ((x) >> 3)
#define PCI_FUNC(x)     ((x)&7)
struct cpuinfo_x86 {
	int x86_model, x86_stepping, logical_die_id, phys_proc_id, cpu_die_id, initialized;
	unsigned x86_max_cores;
};
static struct cpuinfo_x86 boot_cpu_data;
static int cpu_cores = 18;
#define cpu_data(c)                          boot_cpu_data
#define topology_max_packages()              1
#define topology_max_die_per_package()       1
#define topology_physical_package_id(c)      0
#define topology_logical_die_id(c)           0
#define nr_cpu_ids                           1
#define for_each_online_cpu(c)               for (c = 0; c < 1; c++)
#define for_each_cpu(c, m)                   for (c = 0; c < 1; c++)
#define cpumask_of_node(n)                   NULL
#define cpumask_of_pcibus(b)                 NULL
#define cpumask_first(x)                     0
#define nr_node_ids                          1
#define pcibus_to_node(b)                    0
#define raw_smp_processor_id()               0
#define list_for_each_entry_reverse(a, b, c) for (a = NULL; 0;)
#define list_for_each_entry(a, b, c)         for (a = NULL; 0;)
#define cpu_to_node(c)                       0
static u64 fake_msr(u32 msr);
#define rdmsrl(m, v)           ((v) = fake_msr(m))
#define rdmsrl_on_cpu(c, m, v) (*(v) = fake_msr(m), 0)
static void note(unsigned address);
#define wrmsrl(m, v) (note(m), (void)(v))
static int read_config(int offset, u32 *value);
#define pci_read_config_dword(d, w, v) ((void)(d), read_config(w, v))
static inline int topology_phys_to_logical_pkg(int p)
{
	return p;
}
#define cpus_read_lock()                ((void)0)
#define cpus_read_unlock()              ((void)0)
#define kobj_to_dev(k)                  container_of(k, struct device, kobj)
#define kstrdup(s, f)                   strdup(s)
#define pci_write_config_dword(d, w, v) ((void)(d), note(w), (void)(v))
static struct pci_dev *pci_get_device(unsigned vendor, unsigned id, struct pci_dev *from);
#define pci_dev_put(x)           ((void)(x))
#define pci_domain_nr(b)         0
#define pcibios_err_to_errno(x)  (x)
#define ioremap(a, s)            ((void *)0)
#define iounmap(x)               ((void)0)
#define readl(x)                 0
#define readq(x)                 (note((unsigned)((char *)(x) - (char *)NULL)), 0)
#define writel(v, x)             ((void)(v), note((unsigned)((char *)(x) - (char *)NULL)))
#define kcalloc(n, s, f)         calloc(n, s)
#define kzalloc(s, f)            calloc(1, s)
#define kmalloc(s, f)            malloc(s)
#define kfree(x)                 free((void *)(x))
#define kasprintf(f, ...)        ((char *)NULL)
#define cpu_to_le32(x)           (x)
#define atomic_read(x)           ((x)->counter)
#define atomic_add(n, x)         ((x)->counter += (n))
#define atomic_sub(n, x)         ((x)->counter -= (n))
#define atomic_inc(x)            ((x)->counter++)
#define atomic_dec(x)            ((x)->counter--)
#define hweight32(x)             __builtin_popcount(x)
#define hweight64(x)             __builtin_popcountll(x)
#define hweight_long(x)          __builtin_popcountl(x)
#define __set_bit(n, p)          (*(unsigned long *)(p) |= 1ul << (n))
#define set_bit                  __set_bit
#define test_bit(n, p)           (*(const unsigned long *)(p) >> (n)&1)
#define __test_and_set_bit(n, p) 0
#define test_and_set_bit(n, p)   0
#define clear_bit(n, p)          (*(unsigned long *)(p) &= ~(1ul << (n)))
#define for_each_set_bit(i, p, n) \
	for (i = 0; i < (n); i++) \
		if (*(p) >> i & 1)
#define find_first_bit(p, n)   __builtin_ctzl(*(p))
#define fls(x)                 (32 - __builtin_clz(x))
#define __fls(x)               (63 - __builtin_clzl(x))
#define ffs                    __builtin_ffs
#define __ffs(x)               __builtin_ctzl(x)
#define ilog2(x)               (63 - __builtin_clzll(x))
#define is_power_of_2(x)       (((x) & ((x)-1)) == 0)
#define sysfs_emit             sprintf
#define dev_get_drvdata(d)     ((d)->driver_data)
#define X86_FEATURE_HYPERVISOR 0
#define boot_cpu_has(x)        0
#define MSR_IA32_CORE          0
#define BUG_ON(x)              ((void)(x))
#define ssize_t                ptrdiff_t
#define EXTRA_REG_NONE         -1
struct rb_node {
	int x;
};
struct rb_root {
	int x;
};
