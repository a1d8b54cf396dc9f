import { expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { personAccount, storedBytes } from '#testing/telegram.ts'
import { telegram } from './connector.ts'
import { connectionRoute } from './keys.ts'

test('an update that has a field twice goes to the account whose message is read: the last counts for both', () => {
  const message = (connection: string, text: string) =>
    JSON.stringify({
      message_id: 1,
      date: 1_778_745_660,
      from: { id: 5_550_042, is_bot: false, first_name: 'Carl' },
      chat: { id: 5_550_042, type: 'private', first_name: 'Carl' },
      business_connection_id: connection,
      text,
    })
  const text = `{"update_id":5,"business_message":${message('c1', 'first')},"business_message":${message('c2', 'last')}}`
  const delivery = storedBytes(Buffer.from(text))
  const routes = telegram.webhook?.routesOf?.({ ...delivery, method: 'POST', url: '' })
  const [read] = telegram.parse(delivery, personAccount) as CapturedMessage[]
  expect([routes, read?.body]).toEqual([[connectionRoute('c2')], 'last'])
})
