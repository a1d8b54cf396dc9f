/** WeCom's library for the archive, "WeWorkFinanceSdk". Source: its header file. */
import koffi from 'koffi'
import type { SdkAnswer, SdkCall } from './sdk-calls.ts'

/** A function of the library returned this instead of zero. */
export class SdkCode extends Error {
  override name = 'SdkCode'
  readonly code: number
  constructor(code: number) {
    super(`The library returned ${code}`)
    this.code = code
  }
}

/** A pointer; the library owns what it points to. */
type Pointer = bigint | null

/** More than any answer has: an answer is at most a thousand messages. */
const mostBytes = 64 * 1024 * 1024

/** Loads the library and signs in. Its functions wait for the network, so nothing else runs in their process. */
export function openLibrary({ library, corpId, secret }: Extract<SdkCall, { call: 'init' }>) {
  const functions = bind(library)
  const sdk = functions.newSdk()
  returned(functions.init(sdk, corpId, secret))

  /** What a function wrote into a slice. */
  function textFrom(fill: (slice: Pointer) => number): SdkAnswer {
    const slice = functions.newSlice()
    try {
      returned(fill(slice))
      return { text: copyOf(functions.sliceContent(slice), functions.sliceLength(slice)).toString('utf8') }
    } finally {
      functions.freeSlice(slice)
    }
  }

  return (asked: Exclude<SdkCall, { call: 'init' }>): SdkAnswer => {
    if (asked.call === 'open')
      return textFrom((slice) => functions.decrypt(asked.messageKey, asked.sealed, slice))
    if (asked.call === 'messages')
      return textFrom((slice) =>
        functions.messages(sdk, asked.after, asked.most, null, null, asked.seconds, slice),
      )
    const data = functions.newData()
    try {
      returned(functions.file(sdk, asked.place, asked.fileId, null, null, asked.seconds, data))
      const bytes = copyOf(functions.dataContent(data), functions.dataLength(data))
      const next = functions.dataPlace(data)
      return functions.isFinished(data) === 0 && next ? { bytes, next } : { bytes }
    } finally {
      functions.freeData(data)
    }
  }
}

interface SdkFunctions {
  newSdk(): Pointer
  init(sdk: Pointer, corpId: string, secret: string): number
  /** The two absent arguments are a proxy and its password. */
  messages(
    sdk: Pointer,
    after: number,
    most: number,
    ...rest: readonly [proxy: null, password: null, seconds: number, slice: Pointer]
  ): number
  decrypt(messageKey: string, sealed: string, slice: Pointer): number
  file(
    sdk: Pointer,
    place: string,
    fileId: string,
    ...rest: readonly [proxy: null, password: null, seconds: number, data: Pointer]
  ): number
  newSlice(): Pointer
  freeSlice(slice: Pointer): void
  sliceContent(slice: Pointer): Pointer
  sliceLength(slice: Pointer): number
  newData(): Pointer
  freeData(data: Pointer): void
  dataContent(data: Pointer): Pointer
  dataLength(data: Pointer): number
  dataPlace(data: Pointer): string | null
  isFinished(data: Pointer): number
}

function bind(path: string): SdkFunctions {
  const library = koffi.load(path)
  return {
    newSdk: library.func('void *NewSdk()'),
    init: library.func('int Init(void *sdk, const char *corpid, const char *secret)'),
    messages: library.func(
      'int GetChatData(void *sdk, uint64_t seq, uint32_t limit, const char *proxy, const char *passwd, int timeout, void *chatDatas)',
    ),
    decrypt: library.func('int DecryptData(const char *encrypt_key, const char *encrypt_msg, void *msg)'),
    file: library.func(
      'int GetMediaData(void *sdk, const char *indexbuf, const char *sdkFileid, const char *proxy, const char *passwd, int timeout, void *media_data)',
    ),
    newSlice: library.func('void *NewSlice()'),
    freeSlice: library.func('void FreeSlice(void *slice)'),
    sliceContent: library.func('void *GetContentFromSlice(void *slice)'),
    sliceLength: library.func('int GetSliceLen(void *slice)'),
    newData: library.func('void *NewMediaData()'),
    freeData: library.func('void FreeMediaData(void *media_data)'),
    dataContent: library.func('void *GetData(void *media_data)'),
    dataLength: library.func('int GetDataLen(void *media_data)'),
    dataPlace: library.func('const char *GetOutIndexBuf(void *media_data)'),
    isFinished: library.func('int IsMediaDataFinish(void *media_data)'),
  }
}

function returned(code: number): void {
  if (code !== 0) throw new SdkCode(code)
}

/** The bytes belong to the library, and only until we say that they are not needed. */
function copyOf(at: Pointer, length: number): Buffer {
  if (at === null || length <= 0) return Buffer.alloc(0)
  if (length > mostBytes) throw new RangeError('The library gave more than it may')
  return Buffer.from(Buffer.from(koffi.view(at, length)))
}
