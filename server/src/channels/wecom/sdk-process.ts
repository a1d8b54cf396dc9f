/** A process of its own for WeCom's library: it is closed, its calls wait, and it may end the process that it is in. */
import type { SdkAnswer, SdkCall, SdkQuestion, SdkReply } from './sdk-calls.ts'
import { openLibrary, SdkCode } from './sdk-library.ts'

let library: ReturnType<typeof openLibrary> | undefined

function answer(asked: SdkCall): SdkAnswer {
  if (asked.call === 'init') {
    library = openLibrary(asked)
    return {}
  }
  if (!library) throw new Error('It was not opened')
  return library(asked)
}

function reply({ id, asked }: SdkQuestion): SdkReply {
  try {
    return { id, answer: answer(asked) }
  } catch (error) {
    return { id, code: error instanceof SdkCode ? error.code : 'not-understood' }
  }
}

process.on('message', (question) => process.send?.(reply(question as SdkQuestion)))
process.on('disconnect', () => process.exit())
