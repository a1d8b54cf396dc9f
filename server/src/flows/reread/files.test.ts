/** Files that an earlier release could not read, or of which it read less, are read again. */
import { createHash } from 'node:crypto'
import { shareOf } from '@verbatim/reference/share.ts'
import { zipped } from '@verbatim/documents/testing/files.ts'
import { expect, test } from 'vitest'
import type { FileReader } from '#flows/read-attachments/file-reader.ts'
import { file, withSentFiles } from '#testing/sent-files.ts'
import { rereadFiles } from './files.ts'

const { bed, ask, inOurs, reading, pass, send, read, settle, attachmentsOf, makePolicy, eventsOf } =
  withSentFiles()

const operator = { userId: undefined, name: 'Operator' }
const again = (signal?: AbortSignal) =>
  rereadFiles({ ...reading(), release: '9.9.9', operator, ...(signal && { signal }) }, bed().ours.id)
const readingOf = async (id: Parameters<typeof attachmentsOf>[0]) => (await attachmentsOf(id))[0]?.reading
/** The reader of an earlier release. */
const earlier = (state: 'unsupported' | 'unreadable'): Pick<FileReader, 'read'> => ({
  read: () => Promise.resolve(state === 'unreadable' ? { state, reason: 'no-text' } : { state }),
})

test.each(shareOf(['unsupported', 'unreadable'] as const))(
  'a file that was %s is searched and examined once it is read again, in each message with it',
  async (state) => {
    const word = `kinkajou-${state}`
    const policyId = await makePolicy(word, [{ type: 'phrase', pattern: word, scope: 'attachment' }])
    const sent = [await send([file('a.txt', `a ${word}`)]), await send([file('b.txt', `a ${word}`)])]
    while ((await read(earlier(state))) > 0);
    expect(await readingOf(sent[0]!.id)).toMatchObject({ state })
    expect((await ask(`/messages?search=${word}`)).json.total).toBe(0)

    expect(await again()).toBeGreaterThanOrEqual(2)
    for (const { id } of sent) expect(await readingOf(id)).toEqual({ state: 'waiting' })
    await settle()
    for (const { id } of sent) expect(await readingOf(id)).toEqual({ state: 'read' })
    expect((await ask(`/messages?search=${word}`)).json.total).toBe(2)
    expect(await eventsOf(policyId)).toHaveLength(2)
    expect(await again()).toBe(0)
  },
)

test('a file of which an earlier reader kept a text says that there is more in it; one without more stays read', async () => {
  const more = await zipped({
    'word/document.xml': '<w:document><w:p><w:t>Hello</w:t></w:p></w:document>',
    'a.txt': 'a binturong',
  })
  const same = Buffer.from('plain olingo')
  const keep = (bytes: Uint8Array, text: string) =>
    inOurs((tx) =>
      tx
        .insertInto('attachment_text')
        .values({
          sha256: createHash('sha256').update(bytes).digest(),
          state: 'read',
          text,
          units: text.length,
          read_at: reading().now(),
        })
        .execute(),
    )
  const [one, other] = [
    await send([{ name: 'a.docx', bytes: more }]),
    await send([{ name: 'b.txt', bytes: same }]),
  ]
  await keep(more, 'Hello')
  await keep(same, 'plain olingo')
  await inOurs((tx) =>
    tx.updateTable('attachment').set({ reading: 'read' }).where('reading', '=', 'waiting').execute(),
  )
  expect(await again()).toBe(2)
  await settle()
  expect(await readingOf(one.id)).toEqual({ state: 'partly' })
  expect(await readingOf(other.id)).toEqual({ state: 'read' })
  expect((await ask('/messages?search=olingo')).json.total).toBe(1)
})

test('what has just come is read first, and a stopped run leaves the rest for the next one', async () => {
  const old = await send([file('old.txt', 'an old coati')])
  await read(earlier('unsupported'))
  expect(await again(AbortSignal.abort())).toBe(0)
  expect(await readingOf(old.id)).toEqual({ state: 'unsupported' })
  expect(await again()).toBeGreaterThanOrEqual(1)
  const recent = await Promise.all([1, 2, 3, 4].map((n) => send([file(`new${n}.txt`, `new coati ${n}`)])))
  expect(await read()).toBe(4)
  for (const { id } of recent) expect(await readingOf(id)).toEqual({ state: 'read' })
  expect(await readingOf(old.id)).toEqual({ state: 'waiting' })
  pass(1000)
  await settle()
  expect(await readingOf(old.id)).toEqual({ state: 'read' })
  const audits = await inOurs((tx) =>
    tx.selectFrom('audit_event').select('changes').where('type', '=', 'records_reread').execute(),
  )
  expect(audits.at(-1)?.changes).toContainEqual({ field: 'files', old: null, new: 'true' })
})
