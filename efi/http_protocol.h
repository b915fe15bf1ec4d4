/* SPDX-License-Identifier: BSD-2-Clause */
/* The EFI HTTP protocols: UEFI specification 2.10, section 29.6. gnu-efi does not have them. */
#ifndef EFI_HTTP_PROTOCOL_H
#define EFI_HTTP_PROTOCOL_H

#include <efi.h>

/* clang-format off */
#define HTTP_SERVICE_BINDING_GUID {0xbdc8e6af, 0xd9bc, 0x4379, {0xa7, 0x2a, 0xe0, 0xc4, 0xe7, 0x5d, 0xae, 0x1c}}
#define HTTP_PROTOCOL_GUID        {0x7a59b29b, 0x910b, 0x4171, {0x82, 0x42, 0xa8, 0x5a, 0x0d, 0xf2, 0x5b, 0x5b}}
/* clang-format on */

enum http_version { HTTP_1_0, HTTP_1_1 };

enum http_method { HTTP_GET = 0, HTTP_PUT = 6 };

/* Only the statuses that are used. The specification numbers all of them. */
enum http_status { HTTP_OK = 3, HTTP_CREATED = 4, HTTP_NO_CONTENT = 7, HTTP_NOT_FOUND = 21 };

struct http_ipv4 {
	BOOLEAN use_default_address;
	UINT8 local_address[4];
	UINT8 local_subnet[4];
	UINT16 local_port;
};
_Static_assert(sizeof(struct http_ipv4) == 12, "addresses are bytes");

struct http_config {
	enum http_version version;
	UINT32 timeout_ms; /* 0: the driver's own */
	BOOLEAN local_address_is_ipv6;
	struct http_ipv4 *ipv4;
};

struct http_request {
	enum http_method method;
	CHAR16 *url;
};

struct http_response {
	enum http_status status;
};

struct http_header {
	CHAR8 *name;
	CHAR8 *value;
};

/* The driver allocates the headers, names and values of a response from the pool; the caller frees them. */
struct http_message {
	union {
		struct http_request *request;
		struct http_response *response; /* NULL: more of the body */
	};
	UINTN header_count;
	struct http_header *headers;
	UINTN body_length;
	void *body;
};

struct http_token {
	EFI_EVENT event; /* one that notifies */
	EFI_STATUS status;
	struct http_message *message;
};

struct http_protocol {
	void *get_mode_data;
	EFI_STATUS(EFIAPI *configure)(struct http_protocol *this, struct http_config *config);
	EFI_STATUS(EFIAPI *request)(struct http_protocol *this, struct http_token *token);
	EFI_STATUS(EFIAPI *cancel)(struct http_protocol *this, struct http_token *token);
	EFI_STATUS(EFIAPI *response)(struct http_protocol *this, struct http_token *token);
	EFI_STATUS(EFIAPI *poll)(struct http_protocol *this);
};

#endif
