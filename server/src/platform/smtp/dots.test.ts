import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareDotGuard } from './dots.ts'

const mails = fc
  .array(fc.constantFrom('.', '\n', '\r\n', '\r', 'x'), { maxLength: 30 })
  .map((all) => all.join(''))

test('two dots become three after every bare LF and nowhere else, in any split into pieces', () => {
  fc.assert(
    fc.property(mails, fc.array(fc.nat(6), { maxLength: 30 }), (mail, lengths) => {
      const guard = bareDotGuard()
      const guarded: Buffer[] = []
      let at = 0
      for (const length of [...lengths, mail.length]) {
        guarded.push(guard(Buffer.from(mail.slice(at, at + length))))
        at += length
      }
      expect(Buffer.concat(guarded).toString()).toBe(mail.replace(/(?<!\r)\n\.(?=\.)/g, '\n..'))
    }),
    { numRuns: roundsOf(2000) },
  )
})
