/* SPDX-License-Identifier: BSD-2-Clause */
/* What the counters of Granite Rapids and Sierra Forest count. Codes, umasks and counters: perfmon.
 * Runs, and increments other than 1, are the model's own. */
#include "silicon/models/granite_rapids.h"

#include "silicon/models/event_rows.h"

/* clang-format off */
static const struct model_event b2cmi_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
	ROW(0x16, 0x01, 1, 1, 0x00, "DIRECT2CORE_TAKEN", NULL),
	ROW(0x17, 0x01, 1, 1, 0x00, "DIRECT2CORE_NOT_TAKEN_DIRSTATE", NULL),
	ROW(0x18, 0x01, 1, 1, 0x00, "DIRECT2CORE_TXN_OVERRIDE", NULL),
	ROW(0x19, 0x01, 1, 1, 0x00, "DIRECT2UPI_TAKEN", NULL),
	ROW(0x1a, 0x01, 1, 1, 0x00, "DIRECT2UPI_NOT_TAKEN_DIRSTATE", NULL),
	ROW(0x1b, 0x01, 1, 1, 0x00, "DIRECT2UPI_NOT_TAKEN_CREDITS", NULL),
	ROW(0x1c, 0x01, 1, 1, 0x00, "DIRECT2UPI_TXN_OVERRIDE", NULL),
	ROW(0x1d, 0x3f, 1, 1, 0x00, "DIRECTORY_HIT", "DIRTY_I DIRTY_S DIRTY_A CLEAN_I CLEAN_S CLEAN_A"),
	ROW(0x1e, 0x3f, 1, 1, 0x00, "DIRECTORY_MISS", "DIRTY_I DIRTY_S DIRTY_A CLEAN_I CLEAN_S CLEAN_A"),
	ROW(0x1f, 0x0f, 1, 1, 0x00, "TAG_HIT", "RD_CLEAN RD_DIRTY WR_CLEAN WR_DIRTY"),
	ROW(0x20, 0x0f, 1, 1, 0x00, "DIRECTORY_LOOKUP", "ANY STATE_I STATE_S STATE_A"),
	ROW(0x21, 0x7f, 1, 1, 0x00, "DIRECTORY_UPDATE", "HIT_ANY I2S I2A S2I S2A A2I A2S"),
	ROW(0x24, 0x1d, 1, 1, 0x00, "IMC_READS", "NORMAL ALL TO_DDR_AS_MEM TO_DDR_AS_CACHE"),
	BARE(0x25, 0x73, 1, 1, 0x00, "IMC_WRITES", "FULL PARTIAL ALL TO_DDR_AS_MEM TO_DDR_AS_CACHE"),
	ROW(0x32, 0x04, 1, 1, 0x00, "TRACKER_INSERTS", "CH0"),
	ROW(0x33, 0x01, QUEUE, STATE, 0x00, "TRACKER_OCCUPANCY", "CH0"),
	ROW(0x40, 0x01, 1, 1, 0x00, "WR_TRACKER_INSERTS", "CH0"),
	ROW(0x4b, 0x3f, 1, 1, 0x00, "TAG_MISS", "RD_CLEAN RD_DIRTY WR_CLEAN WR_DIRTY RD_2WAY WR_2WAY"),
	ROW(0x54, 0x01, QUEUE, STATE, 0x00, "PREFCAM_OCCUPANCY", "CH0"),
	ROW(0x56, 0x03, 1, 1, 0x00, "PREFCAM_INSERTS", "CH0_XPT CH0_UPI"),
};
static const struct model_event b2cxl_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
};
static const struct model_event b2hot_events[] = {
	CLOCK(0x01, 0x01, "CLOCKTICKS"),
};
static const struct model_event b2upi_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
};
static const struct model_event cha_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
	ROW(0x11, 0x01, QUEUE, STATE, 0x01, "RxC_OCCUPANCY", "IRQ"),
	ROW(0x13, 0x01, 1, 1, 0x00, "RxC_INSERTS", "IRQ"),
	ROW(0x34, 0xff, 1, 1, 0x00, "LLC_LOOKUP", "DATA_READ_MISS"),
	ROW(0x35, 0xff, 1, 1, 0x00, "TOR_INSERTS",
	    "LOC_IA LLC_OR_SF_EVICTIONS LOC_IO REM_SNPS - CXL_HIT_WCILF"),
	ROW(0x36, 0xff, QUEUE, STATE, 0x01, "TOR_OCCUPANCY", "LOC_IA - LOC_IO REM_SNPS - CXL_HIT_WCILF"),
	ROW(0x37, 0x3f, 1, 1, 0x00, "LLC_VICTIMS", "TOTAL_M TOTAL_E TOTAL_S LOCAL_F IO IA"),
	ROW(0x39, 0x08, 1, 1, 0x00, "MISC", "RFO_HIT_S"),
	ROW(0x3d, 0x07, 1, 1, 0x00, "SF_EVICTION", "M_STATE E_STATE S_STATE"),
	ROW(0x50, 0x3f, 1, 1, 0x00, "REQUESTS",
	    "READS_LOCAL READS_REMOTE WRITES_LOCAL WRITES_REMOTE INVITOE_LOCAL INVITOE_REMOTE"),
	ROW(0x53, 0x03, 1, 1, 0x00, "DIR_LOOKUP", "SNP NO_SNP"),
	ROW(0x54, 0x03, 1, 1, 0x00, "DIR_UPDATE", "HA TOR"),
	ROW(0x55, 0x37, 1, 1, 0x00, "OSB",
	    "LOCAL_INVITOE LOCAL_READ REMOTE_READ RFO_HITS_SNP_BCAST OFF_PWRHEURISTIC"),
	ROW(0x59, 0x03, 1, 1, 0x00, "DISTRESS_ASSERTED", "DPT_IRQ DPT_TOR"),
	ROW(0x5b, 0x0f, 1, 1, 0x00, "IMC_WRITES_COUNT", "FULL PARTIAL FULL_PRIORITY PARTIAL_PRIORITY"),
	BARE(0x69, 0xdf, 1, 1, 0x00, "REMOTE_SF",
	    "HIT_SHARED HIT_EXCLUSIVE MISS ALLOC_SHARED ALLOC_EXCLUSIVE DEALLOC_EVCTCLN UPDATE_SHARED"),
};
static const struct model_event cxlcm_events[] = {
	ROW(0x41, 0x10, 1, 1, 0xf0, "RxC_PACK_BUF_INSERTS", "MEM_DATA"),
};
static const struct model_event cxldp_events[] = {
	ROW(0x02, 0x20, 1, 1, 0x00, "TxC_AGF_INSERTS", "M2S_DATA"),
};
static const struct model_event iio_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
	ROW(0x40, 0xff, 1, 1, 0x00, "IOMMU0",
	    "FIRST_LOOKUPS ALL_LOOKUPS 4K_HITS 2M_HITS 1G_HITS MISSES CTXT_CACHE_LOOKUPS CTXT_CACHE_HITS"),
	ROW(0x41, 0xff, 1, 1, 0x00, "IOMMU1",
	    "SLPWC_CACHE_LOOKUPS SLPWC_2M_HITS SLPWC_1G_HITS SLPWC_512G_HITS SLPWC_256T_HITS SLPWC_CACHE_FILLS NUM_MEM_ACCESSES_LOW NUM_MEM_ACCESSES_HIGH"),
	ROW(0x42, 0x00, QUEUE, STATE, 0x00, "PWT_OCCUPANCY", NULL),
	ROW(0x43, 0xfe, 1, 1, 0x00, "IOMMU3",
	    "CYC_PWT_FULL NUM_INVAL_IOTLB NUM_INVAL_CTXT_CACHE NUM_INVAL_PASID_CACHE NUM_INVAL_INT_CACHE INT_CACHE_LOOKUPS INT_CACHE_HITS"),
	ROW(0x83, 0x0f, 1, 1, 0x03, "DATA_REQ_OF_CPU",
	    "MEM_WRITE.PART0 PEER_WRITE.PART0 MEM_READ.PART0 PEER_READ.PART0"),
	ROW(0x84, 0x0f, 1, 1, 0x03, "TXN_REQ_OF_CPU",
	    "MEM_WRITE.PART0 PEER_WRITE.PART0 MEM_READ.PART0 PEER_READ.PART0"),
	ROW(0x88, 0x3f, 1, 1, 0x00, "NUM_OUTSTANDING_REQ_OF_CPU",
	    "IOMMU_REQ IOMMU_HIT REQ_OWN FINAL_RD_WR WR DATA"),
	ROW(0x8e, 0xff, 1, 1, 0x00, "NUM_REQ_OF_CPU_BY_TGT",
	    "MSGB MCAST UBOX_POSTED MEM REM_P2P LOC_P2P CONFINED_P2P ABORT"),
	ROW(0xc0, 0x0f, 1, 1, 0x0c, "DATA_REQ_BY_CPU",
	    "MEM_WRITE.PART0 PEER_WRITE.ALL_PARTS MEM_READ.PART0 PEER_READ.ALL_PARTS"),
	ROW(0xc1, 0x0f, 1, 1, 0x0c, "TXN_REQ_BY_CPU",
	    "MEM_WRITE.PART0 PEER_WRITE.ALL_PARTS MEM_READ.PART0 PEER_READ.ALL_PARTS"),
	ROW(0xc2, 0x04, 1, 1, 0x00, "COMP_BUF_INSERTS", "CMPD.PART0"),
	ROW(0xc5, 0x08, 1, 1, 0x0c, "NUM_OUSTANDING_REQ_FROM_CPU", "TO_IO"),
	ROW(0xc5, 0x08, 1, 1, 0x0c, "NUM_OUTSTANDING_REQ_FROM_CPU", "TO_IO"),
	ROW(0xd5, 0xff, QUEUE, STATE, 0x0c, "COMP_BUF_OCCUPANCY",
	    "CMPD.PART0 CMPD.PART1 CMPD.PART2 CMPD.PART3 CMPD.PART4 CMPD.PART5 CMPD.PART6 CMPD.PART7"),
};
static const struct model_event irp_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
	ROW(0x0f, 0x04, QUEUE, STATE, 0x00, "CACHE_TOTAL_OCCUPANCY", "MEM"),
	ROW(0x11, 0x08, 1, 1, 0x00, "TRANSACTIONS", "WR_PREF"),
	ROW(0x12, 0x7f, 1, 1, 0x00, "SNOOP_RESP", NULL),
	ROW(0x18, 0x00, 1, 1, 0x00, "FAF_INSERTS", NULL),
	ROW(0x19, 0x00, QUEUE, STATE, 0x00, "FAF_OCCUPANCY", NULL),
	ROW(0x1e, 0x0b, 1, 1, 0x00, "MISC0", "FAST_REQ FAST_REJ 2ND_WR_INSERT"),
	ROW(0x1f, 0x30, 1, 1, 0x00, "MISC1", "LOST_FWD SEC_RCVD_INVLD"),
};
static const struct model_event mdf_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
};
static const struct model_event granite_mdf_events[] = {
	ROW(0x12, 0x3f, 1, 1, 0x00, "RxR_INSERTS", "AD_BNC AK BL_BNC IV AD_CRD BL_CRD"),
	ROW(0x13, 0x3f, QUEUE, STATE, 0x00, "RxR_OCCUPANCY", "AD_BNC AK BL_BNC IV AD_CRD BL_CRD"),
	ROW(0x14, 0x3f, 1, 1, 0x00, "RxR_BYPASS", "AD_BNC AK BL_BNC IV AD_CRD BL_CRD"),
	ROW(0x1c, 0x3f, 1, 1, 0x00, "TxR_INSERTS", "AD_BNC AK BL_BNC IV AD_CRD BL_CRD"),
	ROW(0x1d, 0x3f, QUEUE, STATE, 0x00, "TxR_OCCUPANCY", "AD_BNC AK BL_BNC IV AD_CRD BL_CRD"),
	ROW(0x1e, 0x3f, 1, 1, 0x00, "TxR_BYPASS", "AD_BNC AK BL_BNC IV AD_CRD BL_CRD"),
};
static const struct model_event pcu_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
	ROW(0x04, 0x00, 1, STATE, 0x00, "FREQ_MAX_LIMIT_THERMAL_CYCLES", NULL),
	ROW(0x05, 0x00, 1, STATE, 0x00, "FREQ_MAX_POWER_CYCLES", NULL),
	ROW(0x09, 0x00, 1, STATE, 0x00, "PROCHOT_INTERNAL_CYCLES", NULL),
	ROW(0x0a, 0x00, 1, STATE, 0x00, "PROCHOT_EXTERNAL_CYCLES", NULL),
	ROW(0x2b, 0x00, 1, STATE, 0x00, "PKG_RESIDENCY_C2E_CYCLES", NULL),
	ROW(0x2d, 0x00, 1, STATE, 0x00, "PKG_RESIDENCY_C6_CYCLES", NULL),
	ROW(0x35, 0x00, QUEUE, STATE, 0x00, "POWER_STATE_OCCUPANCY_CORES_C0", NULL),
	ROW(0x36, 0x00, QUEUE, STATE, 0x00, "POWER_STATE_OCCUPANCY_CORES_C3", NULL),
	ROW(0x37, 0x00, QUEUE, STATE, 0x00, "POWER_STATE_OCCUPANCY_CORES_C6", NULL),
	ROW(0x74, 0x00, 1, STATE, 0x00, "FREQ_TRANS_CYCLES", NULL),
};
static const struct model_event ubox_events[] = {
	ROW(0x42, 0x1f, 1, 1, 0x00, "EVENT_MSG", "VLW_RCVD MSI_RCVD IPI_RCVD DOORBELL_RCVD INT_PRIO"),
};
static const struct model_event upi_events[] = {
	CLOCK(0x01, 0x00, "CLOCKTICKS"),
	ROW(0x02, 0xff, 1, 1, 0x00, "TxL_FLITS", "SLOT0 SLOT1 SLOT2 DATA LLCRD NULL LLCTRL PROTHDR"),
	ROW(0x03, 0xff, 1, 1, 0x00, "RxL_FLITS", "SLOT0 SLOT1 SLOT2 DATA LLCRD NULL LLCTRL PROTHDR"),
	ROW(0x04, 0xaf, 1, 1, 0x00, "TxL_BASIC_HDR_MATCH", "- - - REQ"),
	ROW(0x05, 0xaf, 1, 1, 0x00, "RxL_BASIC_HDR_MATCH", "- - - REQ"),
	ROW(0x21, 0x00, 1, STATE, 0x00, "L1_POWER_CYCLES", NULL),
	ROW(0x27, 0x00, 1, STATE, 0x00, "TxL0P_POWER_CYCLES", NULL),
	ROW(0x28, 0x00, 1, STATE, 0x00, "TxL0P_POWER_CYCLES_LL_ENTER", NULL),
	ROW(0x29, 0x00, 1, STATE, 0x00, "TxL0P_POWER_CYCLES_M3_EXIT", NULL),
	ROW(0x30, 0x07, 1, 1, 0x00, "RxL_INSERTS", "SLOT0 SLOT1 SLOT2"),
	ROW(0x32, 0x07, QUEUE, STATE, 0x00, "RxL_OCCUPANCY", "SLOT0 SLOT1 SLOT2"),
};
static const struct model_event imc_events[] = {
	ROW(0x01, 0x00, 1, STATE, 0x00, "HCLOCKTICKS", NULL),
	CLOCK(0x01, 0x01, "CLOCKTICKS"),
	ROW(0x02, 0xf7, 1, 1, 0x00, "ACT_COUNT", NULL),
	ROW(0x03, 0xff, 1, 1, 0x00, "PRE_COUNT", NULL),
	ROW(0x05, 0xff, 1, 1, 0x00, "CAS_COUNT_SCH0", NULL),
	ROW(0x06, 0xff, 1, 1, 0x00, "CAS_COUNT_SCH1", NULL),
	ROW(0x10, 0xf0, 1, 1, 0x00, "RPQ_INSERTS", "SCH0_PCH0 SCH0_PCH1 SCH1_PCH0 SCH1_PCH1"),
	ROW(0x17, 0xc0, 1, 1, 0x00, "RDB_INSERTS", "SCH0 SCH1"),
	ROW(0x1a, 0x00, QUEUE, STATE, 0x00, "RDB_OCCUPANCY_SCH0", NULL),
	ROW(0x1b, 0x00, QUEUE, STATE, 0x00, "RDB_OCCUPANCY_SCH1", NULL),
	ROW(0x22, 0xf0, 1, 1, 0x00, "WPQ_INSERTS", "SCH0_PCH0 SCH0_PCH1 SCH1_PCH0 SCH1_PCH1"),
	ROW(0x43, 0x03, 1, 1, 0x00, "SELF_REFRESH", "ENTER_SUCCESS_CYCLES ENTER_SUCCESS"),
	ROW(0x46, 0x0f, 1, STATE, 0x00, "POWER_THROTTLE_CYCLES", "BW_SLOT0 BW_SLOT1 RAPLBLK MR4BLKEN"),
	ROW(0x47, 0xff, 1, STATE, 0x00, "POWERDOWN_CYCLES",
	    "SCH0_RANK0 SCH0_RANK1 SCH0_RANK2 SCH0_RANK3 SCH1_RANK0 SCH1_RANK1 SCH1_RANK2 SCH1_RANK3"),
	ROW(0x80, 0x00, QUEUE, STATE, 0x00, "RPQ_OCCUPANCY_SCH0_PCH0", NULL),
	ROW(0x81, 0x00, QUEUE, STATE, 0x00, "RPQ_OCCUPANCY_SCH0_PCH1", NULL),
	ROW(0x82, 0x00, QUEUE, STATE, 0x00, "RPQ_OCCUPANCY_SCH1_PCH0", NULL),
	ROW(0x83, 0x00, QUEUE, STATE, 0x00, "RPQ_OCCUPANCY_SCH1_PCH1", NULL),
	ROW(0x84, 0x00, QUEUE, STATE, 0x00, "WPQ_OCCUPANCY_SCH0_PCH0", NULL),
	ROW(0x85, 0x00, QUEUE, STATE, 0x00, "WPQ_OCCUPANCY_SCH0_PCH1", NULL),
	ROW(0x86, 0x00, QUEUE, STATE, 0x00, "WPQ_OCCUPANCY_SCH1_PCH0", NULL),
	ROW(0x87, 0x00, QUEUE, STATE, 0x00, "WPQ_OCCUPANCY_SCH1_PCH1", NULL),
	ROW(0x88, 0x00, 1, STATE, 0x00, "POWER_CHANNEL_PPD_CYCLES", NULL),
	ROW(0x89, 0x03, 1, STATE, 0x00, "POWER_CRITICAL_THROTTLE_CYCLES", "SLOT0 SLOT1"),
	ROW(0x8b, 0x03, 1, STATE, 0x00, "THROTTLE_LOW_CYCLES", "SLOT0 SLOT1"),
	ROW(0x8c, 0x03, 1, STATE, 0x00, "THROTTLE_MID_CYCLES", "SLOT0 SLOT1"),
	ROW(0x8d, 0x03, 1, STATE, 0x00, "THROTTLE_HIGH_CYCLES", "SLOT0 SLOT1"),
	ROW(0x8e, 0x03, 1, STATE, 0x00, "THROTTLE_CRIT_CYCLES", "SLOT0 SLOT1"),
	ROW(0xa6, 0x0f, 1, STATE, 0x00, "PDC_MR4ACTIVE_CYCLES",
	    "SCH0_DIMM0 SCH0_DIMM1 SCH1_DIMM0 SCH1_DIMM1"),
	ROW(0xa7, 0x0f, 1, STATE, 0x00, "MR4_2XREF_CYCLES", "SCH0_DIMM0 SCH0_DIMM1 SCH1_DIMM0 SCH1_DIMM1"),
};
static const struct model_event granite_imc_events[] = {
	ROW(0x72, 0x0f, 1, 1, 0x00, "MNTCMD_REFRATE", "REFAB1X REFSB1X REFAB2X REFSB2X"),
};
/* clang-format on */

const struct model_event_list model_gnr_b2cmi_events = LIST(b2cmi_events);
const struct model_event_list model_gnr_b2cxl_events = LIST(b2cxl_events);
const struct model_event_list model_gnr_b2hot_events = LIST(b2hot_events);
const struct model_event_list model_gnr_b2upi_events = LIST(b2upi_events);
const struct model_event_list model_gnr_cha_events = LIST(cha_events);
const struct model_event_list model_gnr_cxlcm_events = LIST(cxlcm_events);
const struct model_event_list model_gnr_cxldp_events = LIST(cxldp_events);
const struct model_event_list model_gnr_iio_events = LIST(iio_events);
const struct model_event_list model_gnr_irp_events = LIST(irp_events);
const struct model_event_list model_gnr_mdf_events = LIST(mdf_events);
const struct model_event_list model_gnr_granite_mdf_events = {granite_mdf_events, ARRAY_SIZE(granite_mdf_events),
							      &model_gnr_mdf_events};
const struct model_event_list model_gnr_pcu_events = LIST(pcu_events);
const struct model_event_list model_gnr_ubox_events = LIST(ubox_events);
const struct model_event_list model_gnr_upi_events = LIST(upi_events);
const struct model_event_list model_gnr_imc_events = LIST(imc_events);
const struct model_event_list model_gnr_granite_imc_events = {granite_imc_events, ARRAY_SIZE(granite_imc_events),
							      &model_gnr_imc_events};
