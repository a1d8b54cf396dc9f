import type { ServerResponse } from 'node:http'

/** The connection breaks once half of this answer was sent, whatever it will be. */
export function breakOff(answer: ServerResponse): void {
  const write = answer.write.bind(answer)
  answer.end = ((body: string | Uint8Array) => {
    const bytes = Buffer.from(body as string)
    write(bytes.subarray(0, bytes.byteLength >> 1), () => answer.destroy())
    return answer
  }) as typeof answer.end
}
