/** What a number had before is known also where the answer to our change is lost. */
import { describe, expect, test } from 'vitest'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { endpoint, setUpConnections } from '#testing/twilio-connections.ts'

let twilio: FakeTwilio
const { connect, disconnect, connected, remembered, changes, kinds } = setUpConnections((opened) => {
  twilio = opened
})

describe.each(kinds)('$name', ({ connector, add, hooks, url, method, fallback, other }) => {
  const theirs = {
    [url]: 'https://bot.acme.test/in',
    [method]: other,
    [fallback]: 'https://bot.acme.test/failed',
  }

  test('gets its former settings back also if Twilio’s answer to the change was lost', async () => {
    const row = add(theirs)
    const had = structuredClone(hooks(row))
    twilio.rest.afterChange = () => Promise.resolve('lost')
    expect(await connect(connector)).toMatchObject({ outcome: 'retry' })
    expect(String(hooks(row)[url])).toContain(endpoint)
    twilio.rest.afterChange = undefined
    const settings = await connected(connector, remembered())
    expect(await disconnect(connector, { settings })).toEqual({ outcome: 'done' })
    expect(hooks(row)).toMatchObject(had)
  })

  test('gets them back if a second attempt began before the first one had changed anything', async () => {
    const row = add(theirs)
    const had = structuredClone(hooks(row))
    await connected(connector)
    const settings = await connected(connector, {})
    expect(await disconnect(connector, { settings })).toEqual({ outcome: 'done' })
    expect(hooks(row)).toMatchObject(had)
  })

  test('is not changed if its former settings could not be remembered', async () => {
    const row = add(theirs)
    const remember = () => Promise.reject(new Error('no database'))
    await expect(connect(connector, {}, { remember })).rejects.toThrow('no database')
    expect(hooks(row)).toMatchObject(theirs)
    expect(changes()).toEqual([])
  })
})
