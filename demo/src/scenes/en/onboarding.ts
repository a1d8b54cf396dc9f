import type { Script } from '#scene.ts'

export const onboarding: Script = {
  language: 'en',
  text: `
# welcome-new-client | onboarding
r: {Welcome to Halden & Marsh|A warm welcome from all of us at Halden & Marsh|Delighted to have you with us}. I’m {repfull} and I’ll be your {first point of contact|day-to-day contact}. // You can reach me here for anything {routine|day to day}, or call the office if it’s urgent.
c: {Thank you|Thanks}, good to {meet you|have a name to go with it}. What happens next?
r: {Two|A couple of} things: the {identity documents|ID check}, and a short questionnaire about {how much risk you’re comfortable with|risk and time horizon}. Both are in {portal}.
c: {I’ve done the questionnaire|Did the questionnaire last night}. {Harder than it looks|Took longer than I expected}!
r: {It is meant to make you think|That’s a good sign, it means you took it seriously}. I’ll go through your answers before we {meet|speak} on {weekday}.
c?: {See you then|Looking forward to it}.

# first-funding | onboarding
r: Your account is {open|live}. The {details for funding it|payment instructions} are in {portal} under Payments.
c: {Great|Good news}. I’ll send {amount} first {to test it|as a trial run} and the rest once I see it land.
r: {Very sensible|That’s exactly what I’d do}. Put {ref} as the reference please.
c: Sent just now.
> wait 1d
r: {It arrived this morning|Arrived safely, {amount} to the penny|Your transfer has landed}. Ready for the rest whenever you are.
c: {Going over today|I’ll do it tonight}.

# onboarding-risk | onboarding
r: I’ve been through your questionnaire. You come out as {cautious to balanced|balanced|balanced with a lean to growth}. Does that {feel right|sound like you}?
c: {Probably|I think so}. I panicked in the last big fall and sold at the bottom, so {I don’t entirely trust myself|maybe go gently}.
r: {That’s honest and very useful|Thank you for saying so}. I’d rather build something you can {live with|sleep with}. Perhaps {share} in shares to begin with, and we raise it in steps.
c: How long would the steps be?
r: Every {quarter|three months}, only if you’re {happy|comfortable}. Nothing happens {by itself|without a conversation}.
c: {OK, I like that|That suits me}.

# onboarding-joint | onboarding
c: We’re deciding whether to have {one joint account or two separate ones|a joint account}. {Any view?|What do people normally do?}
r: {Both work|There’s no wrong answer}. A joint account is simpler, two let each of you use your own allowances.
c: We’re {hopeless with paperwork|not organised people} so simple wins.
r: Then joint it is, and I’ll note the allowances {for the review|for later}. I need both of you to sign once, electronically.
c: {Even {partner} can manage that|We can manage that}.

# onboarding-transfer-in | onboarding
c: Do I have to {sell everything at my old broker|cash everything in} before I move over?
r: No. Most holdings can move {as they are|in specie}. Could you send me a recent statement and I’ll mark what can travel?
c: {Here it is|Attached}.
> attach scan
> wait 3h
r: {Had a look|I’ve gone through it}. All but {two|three|one} can move. The exceptions are funds only that broker sells.
c: What about those?
r: We’d sell them and move the cash. I’ll work out the tax first so there’s no surprise.
c?: {Good, I hate surprises|No surprises please}.

# onboarding-portal | onboarding
c: I got an email to set up {portal} but the link {has expired|doesn’t do anything}.
r: They last 48 hours, {for safety|by design}. I’ve asked for a new one, it should be with you in {ten minutes|a few minutes}.
c: Got it. It wants an authenticator app?
r: Yes, any of the usual ones. Scan the square code and {keep the backup codes somewhere safe|print the backup codes}.
c: {Done. Not as bad as I feared|That worked|I’m in}.

# onboarding-referral | onboarding
c: {My sister|A friend of mine|An old colleague}, {surname} as well, said you looked after her {very well|for years}. Are you taking new clients?
r: {How kind of her|That’s lovely to hear}. We are. Could we have a {twenty minute|short} call so that I understand what you need?
c: {weekday} after {time}?
r: {That works|Perfect}. I’ll ring you. Nothing to prepare, just bring your questions.

# onboarding-goals | onboarding
r: Before I draft anything: what is this money for, {in your own words|if you had to say it in a sentence}?
c: {Retiring at {age} without having to think about it|School fees, then retirement|Not running out, mainly}. And {something for the children|a boat, if I’m honest|helping {child} with a first flat}.
r: {That’s a better brief than most|Perfect, that’s all I need}. So some of it in about {count} years and the rest much later.
c: Yes. I don’t want to be {checking prices|watching it} every day.
r: {Then we’ll build it so you don’t have to|Good. Once a quarter is plenty}.

# onboarding-power | onboarding
c: Can {my daughter|my son|{partner}} see my account as well? Not to {move anything|do anything}, just see.
r: Yes, we call it view-only access. I need {their|the} email and your signature on one page.
c: And if {I change my mind|we fall out}? 😄
r: One message to me and it’s off {the same day|within the hour}.
c?: {Good|Fair enough}. Send the page.

# onboarding-timeline | onboarding
c: Roughly how long until {everything is invested|it’s all up and running}?
r: Accounts this week, the transfer {two to four|three to five} weeks, and I’d phase the investing over {three|four} months.
c: {Why phase it|Not all at once}?
r: So that one bad {week|month} doesn’t decide how you feel about it for ten years.
c: {Makes sense|Ha, that’s fair}.
`,
}
