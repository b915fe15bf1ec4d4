/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/oracle/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmon/pfmlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const knl_modifiers[] = {"u", "k", "e", "i", "c", "t", "nf", NULL};
static const char *const snbep_modifiers[] = {"e", "i", "t", "tf", "cf", "nf", "ff", "u", "addr", "opc", NULL};
const char *const generated_values[] = {
	"0",    "1",    "y",    "N",  "t",   "F",   "2",      "255",        "256",      "0x10",
	"0X0f", "010",  "08",   "0x", "-1",  "+3",  "",       "yes",        "1=2",      "0x1g",
	"-0",   "--1",  "+",    "-",  "0x-", "\v4", "\r0x5x", "4294967296", "00000001", "18446744073709551616",
	"4=",   "0400", "0xFF", "=",  "tt",  "001", "1e0",    "077777",     "-255",     "-18446744073709551615",
	"7",    "8",    "15",   "16", "31",  "32",  NULL,
};
const char *const generated_numbers[] = {
	"0x0",
	"0x1",
	"0xff",
	"0X3F",
	"0x100",
	"0xffffffff",
	"0x18000",
	"0x101008000",
	"0x3fffffffff",
	"0x",
	"0xg",
	"0x1=1",
	"0x1=",
	"0x00000001",
	"0x4000000000",
	"0x-1",
	"0x1.5",
	"0x10000000000000000",
	"0xfffffffffffffffff",
	NULL,
};
static const char *const strange[] = {
	"bogus", "",    "u=",  "=1",      "precise", "period=3", "ldlat=3", "intx",      "m=1",
	"h",     "ANY", "ALL", "cmask=1", "0",       "1",        "x0x1",    "RAW_UMASK",
};
static const char *const knl_prefixes[] = {
	"",
	"knl:",
	"knl:::",
	"::",
	"knl0::",
	"KNL::",
	"knl*::",
	"kn::",
	"knl.",
	"knl::knl::",
	"knl_unc_cha::",
	"knl_unc_cha00::",
	"knl_unc_cha38::",
	"knl_unc_imc_uclk01::",
	NULL,
};
static const char *const snbep_prefixes[] = {
	"snbep_unc:",         "snbep_unc_cbo:::",
	"snbep_unc_cbo::",    "snbep_unc_cbo8::",
	"snbep_unc_cbo00::",  "SNBEP_UNC_CBO0::",
	"snbep_unc_cbo*::",   "snbep_unc_ubox::",
	"snbep_unc_ubo0::",   "snbep_unc_ha::snbep_unc_ha::",
	"snbep_unc_imc4::",   "snbep_unc_qpi1::",
	"snbep_unc_r3qpi1::", NULL,
};

const struct dialect dialects[DIALECTS] = {
	{"knights-landing", "knl", "knl", knl_modifiers, knl_prefixes, true},
	{"xeon-e5-2600", "snbep_unc", NULL, snbep_modifiers, snbep_prefixes, false},
};

/* ---- names --------------------------------------------------------------------------------------- */

static void *need(void *memory)
{
	if (memory)
		return memory;
	fprintf(stderr, "no memory\n");
	exit(2);
}

static void read_event(struct vocabulary *vocabulary, const char *pmu, int index)
{
	pfm_event_info_t event = {.size = sizeof(event)};
	struct vocabulary_event *read;
	const char **umasks;

	if (pfm_get_event_info(index, PFM_OS_NONE, &event) != PFM_SUCCESS)
		return;
	umasks = need(calloc((size_t)event.nattrs + 1, sizeof(*umasks)));
	vocabulary->events = need(realloc(vocabulary->events, (vocabulary->count + 1) * sizeof(*vocabulary->events)));
	read = &vocabulary->events[vocabulary->count++];
	*read = (struct vocabulary_event){pmu, event.name, umasks, 0};
	for (int i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t attribute = {.size = sizeof(attribute)};

		if (pfm_get_event_attr_info(index, i, PFM_OS_NONE, &attribute) == PFM_SUCCESS &&
		    attribute.type == PFM_ATTR_UMASK)
			umasks[read->umask_count++] = attribute.name;
	}
}

static bool is_pmu(const char *wanted)
{
	for (pfm_pmu_t pmu = PFM_PMU_NONE; pmu < PFM_PMU_MAX; pmu++) {
		pfm_pmu_info_t info = {.size = sizeof(info)};

		if (pfm_get_pmu_info(pmu, &info) == PFM_SUCCESS && !strcmp(info.name, wanted))
			return true;
	}
	return false;
}

/* Of "knl_unc_cha0" to "knl_unc_cha37" two are enough. */
static bool is_wanted(const struct dialect *dialect, const char *name, const char *wanted)
{
	size_t stem = strlen(name);
	char next[64];

	if ((wanted && strcmp(name, wanted)) || strncmp(name, dialect->pmus, strlen(dialect->pmus)))
		return false;
	while (stem && strchr("0123456789", name[stem - 1]))
		stem--;
	snprintf(next, sizeof(next), "%.*s%d", (int)stem, name, atoi(name + stem) + 1);
	return !name[stem] || !strcmp(name + stem, "0") || !is_pmu(next);
}

void vocabulary_read(struct vocabulary *vocabulary, const struct dialect *dialect, const char *wanted)
{
	*vocabulary = (struct vocabulary){.dialect = dialect};
	for (pfm_pmu_t pmu = PFM_PMU_NONE; pmu < PFM_PMU_MAX; pmu++) {
		pfm_pmu_info_t info = {.size = sizeof(info)};

		if (pfm_get_pmu_info(pmu, &info) != PFM_SUCCESS || !is_wanted(dialect, info.name, wanted))
			continue;
		for (int i = info.first_event; i != -1; i = pfm_get_event_next(i))
			read_event(vocabulary, info.name, i);
	}
}

/* ---- chance -------------------------------------------------------------------------------------- */

static unsigned below(struct generator *generator, unsigned bound)
{
	generator->state ^= generator->state << 13;
	generator->state ^= generator->state >> 7;
	generator->state ^= generator->state << 17;
	return (unsigned)(generator->state >> 32) % bound;
}

static bool one_in(struct generator *generator, unsigned bound)
{
	return !below(generator, bound);
}

static const char *pick(struct generator *generator, const char *const *from, size_t count)
{
	return from[below(generator, (unsigned)count)];
}

#define PICK(generator, array) pick(generator, array, COUNT(array))

/* Of a list that ends with NULL. */
static const char *pick_listed(struct generator *generator, const char *const *from)
{
	unsigned count = 0;

	while (from[count])
		count++;
	return pick(generator, from, count);
}

static void add(char *text, const char *more)
{
	size_t length = strlen(text);

	snprintf(text + length, GENERATED_BYTES - length, "%s", more);
}

/* ---- strings ------------------------------------------------------------------------------------- */

static const struct vocabulary_event *some_event(struct generator *generator)
{
	const struct vocabulary *vocabulary = generator->vocabulary;
	const struct vocabulary_event *event = &vocabulary->events[below(generator, vocabulary->count)];

	/* The uncore has most of the events, the core most of the rules. */
	for (unsigned i = 0;
	     i < 2 && vocabulary->dialect->favourite && strcmp(event->pmu, vocabulary->dialect->favourite); i++)
		event = &vocabulary->events[below(generator, vocabulary->count)];
	return event;
}

static const char *separator(struct generator *generator)
{
	return one_in(generator, 8) ? "." : ":";
}

static void add_umask(struct generator *generator, const struct vocabulary_event *event, char *text)
{
	add(text, separator(generator));
	if (event->umask_count && !one_in(generator, 40))
		add(text, pick(generator, event->umasks, event->umask_count));
	else
		add(text, PICK(generator, strange));
}

static void add_modifier(struct generator *generator, char *text)
{
	add(text, separator(generator));
	add(text, pick_listed(generator, generator->vocabulary->dialect->modifiers));
	if (one_in(generator, 3))
		return;
	add(text, "=");
	add(text, one_in(generator, 3) ? pick_listed(generator, generated_values) : one_in(generator, 2) ? "1" : "0");
}

static void add_attribute(struct generator *generator, const struct vocabulary_event *event, char *text)
{
	switch (below(generator, 16)) {
	case 0:
		add(text, separator(generator));
		add(text, pick_listed(generator, generated_numbers));
		break;
	case 1:
		add(text, separator(generator));
		add(text, PICK(generator, strange));
		break;
	case 2:
	case 3:
	case 4:
	case 5:
	case 6: add_modifier(generator, text); break;
	default: add_umask(generator, event, text);
	}
}

static void flip_case(struct generator *generator, char *text)
{
	for (char *at = text; *at; at++)
		if (((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')) && one_in(generator, 2))
			*at ^= 0x20;
}

/* One character lost, doubled, or made another. */
static void damage(struct generator *generator, char *text)
{
	static const char letters[] = ":.=,+/0x ukeict\t_\x01\x7f\xe4\r-*1";
	size_t length = strlen(text);
	char *at;

	if (!length || length + 2 > GENERATED_BYTES)
		return;
	at = text + below(generator, (unsigned)length);
	switch (below(generator, 3)) {
	case 0: memmove(at, at + 1, strlen(at)); break;
	case 1: memmove(at + 1, at, strlen(at) + 1); break;
	default: *at = letters[below(generator, sizeof(letters) - 1)];
	}
}

/* An attribute that is there already, again: copies have rules of their own. */
static void repeat_last(struct generator *generator, char *text)
{
	char *last = strrchr(text, ':');
	char copy[GENERATED_BYTES];

	if (!last || last[1] == 0 || last == text || last[-1] == ':')
		return;
	snprintf(copy, sizeof(copy), "%s", last);
	for (unsigned i = 1 + below(generator, one_in(generator, 10) ? 70 : 3); i; i--)
		add(text, copy);
}

static void generate_near(struct generator *generator, char *text)
{
	const struct vocabulary_event *event = some_event(generator);

	snprintf(text, GENERATED_BYTES, "%s::%s", event->pmu, event->name);
	for (unsigned i = below(generator, 6); i; i--)
		add_attribute(generator, event, text);
	if (one_in(generator, 6))
		repeat_last(generator, text);
	if (one_in(generator, 8))
		flip_case(generator, text);
	if (one_in(generator, 4))
		damage(generator, text);
}

static void generate_rubbish(struct generator *generator, char *text)
{
	const struct vocabulary_event *event = some_event(generator);

	text[0] = 0;
	add(text, pick_listed(generator, generator->vocabulary->dialect->prefixes));
	if (!one_in(generator, 3))
		add(text, event->name);
	for (unsigned i = below(generator, 5); i; i--)
		add_attribute(generator, some_event(generator), text);
	for (unsigned i = below(generator, 6); i; i--)
		damage(generator, text);
}

void generate_good(struct generator *generator, char *text)
{
	const struct vocabulary_event *event = some_event(generator);
	unsigned count = event->umask_count ? 1 + (one_in(generator, 4) ? below(generator, 4) : 0) : 0;

	snprintf(text, GENERATED_BYTES, "%s::%s", event->pmu, event->name);
	for (; count; count--) {
		add(text, ":");
		add(text, pick(generator, event->umasks, event->umask_count));
	}
	if (!generator->vocabulary->dialect->favourite) {
		add(text, one_in(generator, 2) ? "" : one_in(generator, 2) ? ":t=3" : ":e:t=1");
		return;
	}
	if (strcmp(event->pmu, generator->vocabulary->dialect->favourite))
		return;
	for (unsigned i = below(generator, 3); i; i--)
		add(text, i == 1 ? ":u" : ":c=3");
}

void generate(struct generator *generator, char *text)
{
	switch (below(generator, 8)) {
	case 0: generate_rubbish(generator, text); break;
	case 1:
	case 2: generate_good(generator, text); break;
	default: generate_near(generator, text);
	}
}
