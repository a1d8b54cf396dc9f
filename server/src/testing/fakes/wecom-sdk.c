/* A library with the functions of WeCom's, for tests of the calls to it. A secret of "wrong" is refused, "crash" ends the
 * process. A message's text is its encrypted form after "text of ". Files come in two pieces. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char *buf; int len; } Slice_t;
typedef struct { char *outindexbuf; int out_len; char *data; int data_len; int is_finish; } MediaData_t;

void *NewSdk(void) { return calloc(1, 8); }
void DestroySdk(void *sdk) { free(sdk); }
int Init(void *sdk, const char *corpid, const char *secret) {
  if (!sdk || !corpid || strcmp(secret, "wrong") == 0) return 10000;
  if (strcmp(secret, "crash") == 0) abort();
  return 0;
}

Slice_t *NewSlice(void) { return calloc(1, sizeof(Slice_t)); }
void FreeSlice(Slice_t *slice) { free(slice->buf); free(slice); }
char *GetContentFromSlice(Slice_t *slice) { return slice->buf; }
int GetSliceLen(Slice_t *slice) { return slice->len; }
static void fill(Slice_t *slice, const char *text) { slice->buf = strdup(text); slice->len = (int)strlen(text); }

int GetChatData(void *sdk, uint64_t seq, uint32_t limit, const char *proxy, const char *passwd, int timeout, Slice_t *out) {
  char text[400];
  if (!sdk || limit > 1000 || proxy || passwd || timeout < 1) return 10000;
  if (seq == 9) return 10009;
  snprintf(text, sizeof text,
    "{\"errcode\":0,\"errmsg\":\"ok\",\"chatdata\":[{\"seq\":%llu,\"msgid\":\"m\",\"publickey_ver\":1,"
    "\"encrypt_random_key\":\"k\",\"encrypt_chat_msg\":\"\xe4\xbd\xa0\"}]}", (unsigned long long)(seq + 1));
  fill(out, text);
  return 0;
}

int DecryptData(const char *key, const char *message, Slice_t *out) {
  char text[400];
  if (strcmp(key, "k") != 0) return 10008;
  snprintf(text, sizeof text, "text of %s", message);
  fill(out, text);
  return 0;
}

MediaData_t *NewMediaData(void) { return calloc(1, sizeof(MediaData_t)); }
void FreeMediaData(MediaData_t *media) { free(media->outindexbuf); free(media->data); free(media); }
char *GetOutIndexBuf(MediaData_t *media) { return media->outindexbuf; }
char *GetData(MediaData_t *media) { return media->data; }
int GetIndexLen(MediaData_t *media) { return media->out_len; }
int GetDataLen(MediaData_t *media) { return media->data_len; }
int IsMediaDataFinish(MediaData_t *media) { return media->is_finish; }
int GetMediaData(void *sdk, const char *index, const char *file, const char *proxy, const char *passwd, int timeout, MediaData_t *out) {
  if (!sdk || proxy || passwd || timeout < 1) return 10000;
  if (strcmp(file, "gone") == 0) return 10010;
  int first = *index == 0;
  out->data = malloc(3);
  memcpy(out->data, first ? "a\0b" : "c\0d", 3);
  out->data_len = 3;
  out->is_finish = !first;
  if (first) { out->outindexbuf = strdup("Range:bytes=3-5"); out->out_len = 15; }
  return 0;
}
