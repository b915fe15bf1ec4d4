/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/http.h"

#include "efi/http_protocol.h"
#include "efi/network_path.h"
#include "lib/memory.h"

#define WAIT_100NS       (60u * 10000000u) /* for reading a whole file; for each half of a PUT */
#define PAUSE_MS         10                /* the network stack polls for packets at the same rate */
#define DEVICE_PATH_MOST 4096              /* bytes; a path has its own end */
#define NUMBER_BYTES     24

bool http_find(const struct firmware *firmware, const char *name, struct http_file *file)
{
	EFI_GUID guid = HTTP_SERVICE_BINDING_GUID;
	EFI_DEVICE_PATH *device;
	struct network_origin origin;
	struct text url = TEXT_OVER(file->url), host = TEXT_OVER(file->host);
	const uint8_t *path =
		firmware_protocol(firmware, firmware->image, (EFI_GUID)EFI_LOADED_IMAGE_DEVICE_PATH_PROTOCOL_GUID);

	if (!path || !network_origin(path, DEVICE_PATH_MOST, &origin) ||
	    !network_url_beside(origin.url, name, &url, &host))
		return false;
	device = (EFI_DEVICE_PATH *)path;
	if (EFI_ERROR(firmware->services->LocateDevicePath(&guid, &device, &file->controller)))
		return false;
	file->firmware = firmware;
	memcpy(file->address, origin.address, sizeof(file->address));
	memcpy(file->mask, origin.mask, sizeof(file->mask));
	return true;
}

/* One request and its response. */
struct exchange {
	const struct firmware *firmware;
	EFI_BOOT_SERVICES *services;
	EFI_SERVICE_BINDING *binding;
	EFI_HANDLE child;
	struct http_protocol *http;
	EFI_EVENT done, late;
	volatile bool is_done;
	bool is_late; /* the server is considered gone */
};

/* From now on the server has WAIT_100NS, however many parts its answer has. */
static bool start_wait(struct exchange *exchange)
{
	return !EFI_ERROR(exchange->services->SetTimer(exchange->late, TimerRelative, WAIT_100NS));
}

static VOID EFIAPI note_done(EFI_EVENT event, VOID *context)
{
	struct exchange *exchange = context;

	(void)event;
	exchange->is_done = true;
}

/* Returns true if the token succeeded. A token that timed out is cancelled first, because it is on the stack. */
static bool await_token(struct exchange *exchange, struct http_token *token, EFI_STATUS status)
{
	if (EFI_ERROR(status))
		return false;
	for (;;) {
		exchange->http->poll(exchange->http);
		if (exchange->is_done || exchange->is_late)
			break;
		firmware_wait(exchange->firmware, PAUSE_MS);
		exchange->is_late = exchange->services->CheckEvent(exchange->late) == EFI_SUCCESS;
	}
	if (exchange->is_done)
		return !EFI_ERROR(token->status);
	exchange->http->cancel(exchange->http, token);
	return false;
}

static struct http_token new_token(struct exchange *exchange, struct http_message *message)
{
	exchange->is_done = false;
	return (struct http_token){.event = exchange->done, .message = message};
}

static bool take_response(struct exchange *exchange, struct http_message *message)
{
	struct http_token token = new_token(exchange, message);

	return await_token(exchange, &token, exchange->http->response(exchange->http, &token));
}

static void close_exchange(struct exchange *exchange)
{
	if (exchange->child)
		exchange->binding->DestroyChild(exchange->binding, exchange->child);
	if (exchange->late)
		exchange->services->CloseEvent(exchange->late);
	if (exchange->done)
		exchange->services->CloseEvent(exchange->done);
}

/* The caller must close the exchange, even after a failure. */
static bool open_exchange(struct exchange *exchange, const struct http_file *file)
{
	EFI_BOOT_SERVICES *services = file->firmware->services;
	struct http_ipv4 ipv4 = {.use_default_address = network_is_zero(file->address)};
	struct http_config config = {.version = HTTP_1_1, .ipv4 = &ipv4};

	*exchange = (struct exchange){.firmware = file->firmware, .services = services};
	exchange->binding = firmware_protocol(file->firmware, file->controller, (EFI_GUID)HTTP_SERVICE_BINDING_GUID);
	if (!exchange->binding ||
	    EFI_ERROR(services->CreateEvent(EVT_NOTIFY_SIGNAL, TPL_CALLBACK, note_done, exchange, &exchange->done)) ||
	    EFI_ERROR(services->CreateEvent(EVT_TIMER, 0, NULL, NULL, &exchange->late)) ||
	    EFI_ERROR(exchange->binding->CreateChild(exchange->binding, &exchange->child)))
		return false;
	exchange->http = firmware_protocol(file->firmware, exchange->child, (EFI_GUID)HTTP_PROTOCOL_GUID);
	memcpy(ipv4.local_address, file->address, sizeof(ipv4.local_address));
	memcpy(ipv4.local_subnet, file->mask, sizeof(ipv4.local_subnet));
	return exchange->http && !EFI_ERROR(exchange->http->configure(exchange->http, &config)) && start_wait(exchange);
}

static bool send(struct exchange *exchange, const struct http_file *file, enum http_method method, struct slice body)
{
	CHAR16 url[HTTP_URL_BYTES];
	char number[NUMBER_BYTES];
	struct text length = TEXT_OVER(number);
	struct http_request request = {.method = method, .url = url};
	struct http_header headers[] = {
		{(CHAR8 *)"Host", (CHAR8 *)file->host},
		{(CHAR8 *)"User-Agent", (CHAR8 *)"uncork"},
		{(CHAR8 *)"Content-Length", (CHAR8 *)number},
	};
	struct http_message message = {.request = &request, .headers = headers, .header_count = 2};
	struct http_token token;

	for (size_t i = 0; i < HTTP_URL_BYTES; i++)
		url[i] = (CHAR16)(uint8_t)file->url[i];
	if (method == HTTP_PUT) {
		text_format(&length, "%zu", body.length);
		message.header_count = 3;
		message.body = (void *)body.at;
		message.body_length = body.length;
	}
	token = new_token(exchange, &message);
	return await_token(exchange, &token, exchange->http->request(exchange->http, &token));
}

/* A server's answer without the file itself. */
struct answer {
	struct http_response response;
	bool has_length;
	uint64_t length;
};

/* A refusal is a response, too: it has a status. */
static void take_answer(struct exchange *exchange, struct answer *answer)
{
	struct http_message message = {.response = &answer->response};

	*answer = (struct answer){0};
	if (!take_response(exchange, &message) && answer->response.status == HTTP_OK)
		answer->response.status = 0;
	for (UINTN i = 0; message.headers && i < message.header_count; i++) {
		const struct http_header *header = &message.headers[i];

		if (slice_is_no_case(slice_of((const char *)header->name), "Content-Length"))
			answer->has_length =
				parse_u64(slice_trim(slice_of((const char *)header->value)), &answer->length);
	}
	for (UINTN i = 0; message.headers && i < message.header_count; i++) {
		exchange->services->FreePool(message.headers[i].name);
		exchange->services->FreePool(message.headers[i].value);
	}
	if (message.headers)
		exchange->services->FreePool(message.headers);
}

static enum file_outcome take_body(struct exchange *exchange, char *bytes, UINTN length)
{
	for (UINTN at = 0; at < length;) {
		struct http_message message = {.body = bytes + at, .body_length = length - at};

		if (!take_response(exchange, &message) || !message.body_length || message.body_length > length - at)
			return FILE_FAILED;
		at += message.body_length;
	}
	return FILE_OK;
}

static enum file_outcome get(struct exchange *exchange, const struct http_file *file, char *bytes, UINTN capacity,
			     UINTN *length)
{
	struct answer answer;

	if (!send(exchange, file, HTTP_GET, (struct slice){0}))
		return FILE_FAILED;
	take_answer(exchange, &answer);
	if (answer.response.status == HTTP_NOT_FOUND)
		return FILE_ABSENT;
	if (answer.response.status != HTTP_OK || !answer.has_length)
		return FILE_FAILED;
	if (answer.length > capacity)
		return FILE_TOO_LARGE;
	*length = (UINTN)answer.length;
	return take_body(exchange, bytes, *length);
}

static enum file_outcome put(struct exchange *exchange, const struct http_file *file, struct slice text)
{
	struct answer answer;

	if (!send(exchange, file, HTTP_PUT, text) || !start_wait(exchange))
		return FILE_FAILED;
	take_answer(exchange, &answer);
	switch (answer.response.status) {
	case HTTP_OK:
	case HTTP_CREATED:
	case HTTP_NO_CONTENT: return FILE_OK;
	case HTTP_NOT_FOUND: return FILE_ABSENT;
	default: return FILE_FAILED;
	}
}

enum file_outcome http_read(const struct http_file *file, char *bytes, UINTN capacity, UINTN *length)
{
	struct exchange exchange;
	enum file_outcome outcome = FILE_FAILED;

	if (open_exchange(&exchange, file))
		outcome = get(&exchange, file, bytes, capacity, length);
	close_exchange(&exchange);
	return outcome;
}

enum file_outcome http_write(const struct http_file *file, struct slice text)
{
	struct exchange exchange;
	enum file_outcome outcome = FILE_FAILED;

	if (open_exchange(&exchange, file))
		outcome = put(&exchange, file, text);
	close_exchange(&exchange);
	return outcome;
}
