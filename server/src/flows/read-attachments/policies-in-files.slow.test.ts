import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { textPdf } from '@verbatim/documents/text/text-pdf.ts'
import { examineAgain } from '#domains/messages/reading-commands.ts'
import { readAttachments } from './read-attachments.ts'
import { api, file, withSentFiles } from '#testing/sent-files.ts'

const { bed, ask, inOurs, reading, pass, send, read, settle, attachmentsOf, makePolicy, eventsOf, detailOf } =
  withSentFiles()

describe('policies', () => {
  const phrase = (pattern: string, scope: string, conditions: object = {}) => ({
    type: 'phrase',
    pattern,
    scope,
    conditions,
  })

  test('find matches in files within their scope, as one event with the message, with the place and the file name', async () => {
    const policyId = await makePolicy('Quiet deals', [
      phrase('hush money', 'message_and_attachment'),
      phrase('sealed envelope', 'attachment'),
      phrase('only spoken', 'message'),
    ])
    const text = '😀 Bring the Sealed  Envelope — and the HUSH\u200b MONEY. This is only spoken.'
    const { id } = await send([file('notes.txt', 'nothing'), file('hush money.txt', text)], {
      body: 'hush money, see file',
    })
    expect(await eventsOf(policyId)).toMatchObject([{ evidenceCount: 2 }]) // the text and the file's name
    await settle()
    const [event, ...others] = await eventsOf(policyId)
    expect(others).toEqual([])
    expect(event).toMatchObject({ evidenceCount: 4, notEvaluated: false })
    const { evidence } = await detailOf(event.id)
    const attachment = { id: (await attachmentsOf(id))[1]?.id, name: 'hush money.txt' }
    expect(evidence).toMatchObject([
      { part: 'text', text: 'hush money' },
      { part: 'attachment-text:1', text: 'Sealed  Envelope', attachment },
      { part: 'attachment-text:1', text: 'HUSH\u200b MONEY', attachment },
      { part: 'attachment:1', text: 'hush money', attachment },
    ])
    for (const { start, end, text: found, excerpt } of evidence.slice(1, 3)) {
      expect(text.slice(start, end)).toBe(found)
      expect(excerpt.text.slice(excerpt.start, excerpt.end)).toBe(found)
    }
    const marks = await bed().compliance.call('POST', `${api}/cognitive-events/evidence`, {
      messageIds: [id],
    })
    expect(marks.json.items).toContainEqual(
      expect.objectContaining({
        part: 'attachment',
        attachmentId: attachment.id,
        start: text.indexOf('Sealed'),
      }),
    )
  })

  test('raise an event for a text that only a file contains, and lists show it', async () => {
    const policyId = await makePolicy('Moles', [phrase('star nosed mole', 'attachment')])
    await send([{ name: 'a.pdf', bytes: textPdf('Zoo', ['The star nosed mole is fed.']) }], {
      body: 'harmless',
    })
    await settle()
    const [event] = await eventsOf(policyId)
    expect(event.preview).toBe('a.pdf: Zoo\nThe star nosed mole is fed.')
    expect(event.marks.map(([start, end]: [number, number]) => event.preview.slice(start, end))).toEqual([
      'star nosed mole',
    ])
  })

  test('keep to every condition of a rule', async () => {
    const policyId = await makePolicy('Conditions', [
      phrase('blue heron', 'attachment', { direction: 'outbound' }),
      phrase('blue heron', 'attachment', { minWords: 50 }),
      phrase('blue heron', 'attachment', { exceptPhrases: ['great blue heron'] }),
      phrase('blue heron', 'attachment', { channels: ['whatsapp'] }),
      phrase('blue\nheron', 'attachment', { withinWords: 3 }),
      phrase('blue heron', 'attachment', { senderRole: 'messenger_user' }),
    ])
    await send([file('birds.txt', 'one great blue heron')])
    await settle()
    const [event] = await eventsOf(policyId)
    expect(event.evidenceCount).toBe(1)
    expect((await detailOf(event.id)).evidence).toMatchObject([{ text: 'blue heron' }])
  })

  test('report only once that rules of several policies could not be evaluated in a file', async () => {
    const costly = (pattern: string) => ({ type: 'regex' as const, pattern, scope: 'attachment' as const })
    const policyIds = [
      await makePolicy('Costly', shareOf([costly('(a*)*(?=b)\\1c'), costly('(a*)*(?=b)\\1d')])),
      await makePolicy('Costly too', [costly('(a*)*(?=b)\\1e')]),
    ]
    await send([file('long.txt', `${'a'.repeat(5000)}bcde`)])
    await settle()
    const events = (await Promise.all(policyIds.map((id) => eventsOf(id)))).flat()
    expect(events).toMatchObject([{ notEvaluated: true, evidenceCount: 1 }])
    const [event] = events
    expect((await detailOf(event.id)).evidence).toMatchObject([
      { part: 'not-evaluated:attachment-text:0', attachment: { name: 'long.txt' } },
    ])
  }, 30_000)

  test('raise nothing twice when reading is repeated after a kill at any point', async () => {
    const policyId = await makePolicy('Twice', [phrase('pangolin', 'attachment')])
    const { id } = await send([file('p.txt', 'a pangolin'), file('q.txt', 'and a pangolin')])
    // Killed in the transaction: nothing of it remains, and both are due again.
    const killed = {
      ...reading(),
      examiner: { ...reading().examiner, compiledOf: () => Promise.reject(new Error('killed')) },
    }
    await readAttachments(killed, bed().ours.id)
    expect((await attachmentsOf(id)).map(({ reading }) => reading?.state)).toEqual(['waiting', 'waiting'])
    expect((await ask('/messages?search=pangolin')).json.total).toBe(0)
    pass(4 * 60_000)
    await Promise.all([read(), read()])
    // Made due once more, as by a restore or a second examination.
    await inOurs((tx) =>
      sql`update attachment set reading = 'waiting', read_after = '1970-01-01' where message_id = ${id}`.execute(
        tx,
      ),
    )
    await read()
    expect(await eventsOf(policyId)).toMatchObject([{ evidenceCount: 2 }])
  })

  test('of a group find matches in files that reached that group later', async () => {
    const { json } = await bed().compliance.call('POST', `${api}/topic`, {
      name: 'Southern',
      scope: 'group',
      groupIds: [bed().ours.groups.south],
      rules: [phrase('narwhal', 'attachment')],
    })
    const { id } = await send([file('n.txt', 'a narwhal')])
    await settle()
    expect(await eventsOf(json.id)).toEqual([])
    await inOurs(async (tx) => {
      await tx
        .updateTable('message')
        .set({ group_ids: [bed().ours.groups.south] })
        .where('id', '=', id)
        .execute()
      await examineAgain(tx, [id])
    })
    await settle()
    expect(await eventsOf(json.id)).toMatchObject([{ evidenceCount: 1 }])
  })

  test('count files in a preview, for users who may open them', async () => {
    const policy = { rules: [phrase('dugong', 'attachment')] }
    await send([
      file('d.txt', 'a dugong'),
      { name: 'x.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    ])
    await settle()
    const preview = await bed().compliance.call('POST', `${api}/topics/preview`, { policy, days: 30 })
    expect(preview.json).toMatchObject({
      matched: 1,
      byRule: [1],
      sample: [{ excerpt: 'a dugong', marks: [[2, 8]] }],
    })
    expect(preview.json.attachmentsUnread).toBeGreaterThan(0)
    const messages = await bed().compliance.call('POST', `${api}/topics/preview`, {
      policy: { rules: [phrase('dugong', 'message')] },
      days: 30,
    })
    expect(messages.json).toMatchObject({ matched: 0, attachmentsRead: 0 })
  })
})
