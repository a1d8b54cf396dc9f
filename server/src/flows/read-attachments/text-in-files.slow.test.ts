import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { file, withSentFiles } from '#testing/sent-files.ts'

const { bed, ask, inOurs, send, settle, attachmentsOf, makePolicy, eventsOf } = withSentFiles()

describe('text in files', () => {
  test('is only for users who see the message, and none of another organization', async () => {
    const policyId = await makePolicy('Secrets', [
      { type: 'phrase', pattern: 'aardwolf', scope: 'attachment' },
    ])
    const { id } = await send([file('s.txt', 'the aardwolf')], { channel: 'whatsapp' }) // in no group, so hidden from the north
    await settle()
    const [attachment] = await attachmentsOf(id)
    const url = `/messages/${id}/attachments/${attachment?.id}/text`
    for (const caller of [bed().northerner, bed().stranger]) {
      expect((await ask(url, caller)).status).toBe(404)
      expect((await ask('/messages?search=aardwolf', caller)).json.total).toBe(0)
      expect(await eventsOf(policyId, caller)).toEqual([])
    }
    expect((await ask(url)).status).toBe(200)
  })

  test('is hidden from users who may not open attachments: in text, search, excerpts, highlights and counts', async () => {
    const policyId = await makePolicy('Hidden', [
      { type: 'phrase', pattern: 'binturong', scope: 'attachment' },
    ])
    const { id } = await send([file('h.txt', 'the binturong')])
    await settle()
    const [event] = await eventsOf(policyId)
    const { findMessages } = await import('#domains/messages/queries.ts')
    const { requireEvent } = await import('#domains/cognitive-events/queries.ts')
    const { findTextEvidence } = await import('#domains/cognitive-events/evidence-queries.ts')
    const { parseListQuery } = await import('@verbatim/contract/list.ts')
    const { messageList } = await import('@verbatim/contract/messages.ts')
    const { channels } = await import('@verbatim/contract/channels.ts')
    const scope = [{ channels, groupIds: 'all' as const }]
    const query = parseListQuery(messageList, { search: 'binturong' })
    await inOurs(async (tx) => {
      for (const withAttachments of [true, false]) {
        const { total } = await findMessages(tx, scope, query, {
          now: bed().world.ctx.now(),
          withAttachments,
        })
        expect(total).toBe(withAttachments ? 1 : 0)
        const detail = await requireEvent(tx, scope, event.id, { withAttachments })
        expect(JSON.stringify(detail).includes('the binturong')).toBe(withAttachments)
        expect(detail.evidence).toMatchObject([
          { text: withAttachments ? 'binturong' : '', start: 4, end: 13 },
        ])
        expect(await findTextEvidence(tx, scope, [id], { withAttachments })).toHaveLength(
          withAttachments ? 1 : 0,
        )
      }
    })
  })

  test('keeps its offsets: evidence is found again at its place in any text', async () => {
    const pieces = fc.constantFrom(
      'a ',
      '😀',
      'ß',
      'ﬁ',
      '内幕',
      '\u200b',
      '\r\n',
      '\t',
      ' e\u0301 ',
      'Ｘ',
      '\0',
      '\ud800',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 30 }),
        fc.array(pieces, { maxLength: 30 }),
        async (before, after) => {
          const written = `${before.join('')} Zebra\u200bFish ${after.join('')}`
          const kept = await readFile(Buffer.from(written, 'utf8'))
          if (!('text' in kept)) return
          const { compilePolicies, judge } = await import('#domains/policies/verdict.ts')
          const rule = {
            id: 'r' as never,
            type: 'phrase',
            pattern: 'zebrafish',
            scope: 'attachment',
          } as const
          const compiled = compilePolicies([
            {
              id: 'p' as never,
              version: 1,
              severity: 'low',
              scope: 'global',
              groupIds: [],
              action: 'raise',
              rules: [rule],
            },
          ])
          const said = {
            attachmentNames: [],
            channel: 'sms',
            direction: 'inbound',
            groupIds: [],
            byUser: false,
          } as const
          const { breaches } = judge(compiled, {
            ...said,
            attachmentTexts: [{ ordinal: 3, text: kept.text }],
          })
          for (const { part, start, end } of breaches[0]?.evidence ?? []) {
            expect(part).toBe('attachment-text:3')
            expect(kept.text.slice(start, end).replaceAll('\u200b', '')).toBe('ZebraFish')
          }
          expect(breaches).toHaveLength(1)
        },
      ),
      { numRuns: roundsOf(60) },
    )
  })
})
