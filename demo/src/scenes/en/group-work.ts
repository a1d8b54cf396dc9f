import type { Script } from '#scene.ts'

export const groupWork: Script = {
  language: 'en',
  text: `
# joint-handover | joint
r: {client}, I’d like you to meet {colleague}, who’ll look after {payments|your file} while I’m away.
d: Hello {client}! {I’ve read the file and the famous roof story|Pleased to meet you}.
c: Hello {colleague}. {You’re in good company|Welcome to the madness}. The {small} on {day} still goes out?
d: {It does, I have it in front of me|Yes}.

# joint-tax-call | joint
c: {accountant} asks whether the {gain|dividend} is for {lastyear} or {year}.
d: {year}: it settled on {past}.
r: {colleague} is right, trade date doesn’t count here.
c: {I’ll tell them|Passing it on}.

# joint-structure | joint
d: I’ve drawn the structure as we discussed: family at the top, two holdings, one for the house.
> attach scan
c: {It’s clearer than the lawyer’s|Ah, now I see it}. Who signs for the bottom one?
r: You and {partner}. {colleague} would be the reserve.
c?: {OK|Good}

# joint-deal-room | joint
c: Buyers want {proof of funds|a bank letter} by {weekday}.
r: {colleague}, can we do that by {weekday} morning?
d: {Yes. Draft in an hour|Draft attached}.
> attach pdf
c: {You two are fast|Perfect wording}.

# joint-portal | joint
c: {Neither of you|No one} will like this: {portal} shows my {nephew’s|brother’s} account.
d: {On it|Looking}. // It’s a viewing right {granted|set up} in {lastyear}, by him.
c: {He never told me|Ha}! Remove it please.
d: {He has to, but I’ll ask him today|Removed on his word, just rang him}.

# joint-schedule | joint
d: Three dates for the {trust|estate} meeting: {weekday}, {soon}, {day}.
c: {soon} for me.
r: {I’m out then, but you don’t need me|Works}.
d: {soon} at {time}. Agenda follows.
`,
}
