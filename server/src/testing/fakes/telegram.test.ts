import { expect, test } from 'vitest'
import { FakeTelegram } from './telegram.ts'

test('Telegram dates what it reports by the clock of the test', () => {
  let seconds = 1_800_000_000
  const telegram = new FakeTelegram({ now: () => new Date(seconds * 1000) })
  const ann = { id: 5, first_name: 'Ann', is_bot: false } as const
  const said = telegram.groupMessage(ann, 'Desk')
  seconds += 86_400
  telegram.aheadMs = 60_000
  const later = seconds + 60
  expect(said).toMatchObject({ message: { date: seconds - 86_460 } })
  expect(telegram.edited(said, { text: 'Hi' })).toMatchObject({ edited_message: { edit_date: later } })
  expect(telegram.reacted(ann, said, [], ['👍'])).toMatchObject({ message_reaction: { date: later } })
  expect(telegram.connected(ann)).toMatchObject({ business_connection: { date: later } })
})
