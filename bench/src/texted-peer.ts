/**
 * A messaging provider whose numbers have got as many messages each. Run by `texted.ts` in a separate process, so that its work is not
 * that of the process that asks for its list. It sends its address and its credentials first.
 */
import { openFakeTwilio } from '@verbatim/server/testing/fakes/twilio.ts'
import { sentAtOf, textOf } from './listed-rows.ts'
import type { Texted } from './texted.ts'

const { numbers, ...list } = JSON.parse(process.argv[2] ?? '') as Texted
process.once('disconnect', () => process.exit())
const twilio = await openFakeTwilio()
for (const to of numbers) twilio.rest.addNumber(to)
for (let index = 0; index < list.count; index++)
  for (const to of numbers)
    twilio.message({ from: '+15550107788', to, body: textOf(index), at: new Date(sentAtOf(list, index)) })
const { host, accountSid, authToken } = twilio
process.send?.({ host, accountSid, authToken })
