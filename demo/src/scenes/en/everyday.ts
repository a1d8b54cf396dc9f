import type { Script } from '#scene.ts'

export const everyday: Script = {
  language: 'en',
  text: `
# quick-balance | statements
c: {What’s my cash balance|How much cash is there}?
r: {amount} this {morning|afternoon}. {Another {small} arrives on {weekday}|}
c: {Enough then|Good}

# quick-phone-number | documents
c: New phone, same number. Anything to {tell you|change}?
r: Only the authenticator app: keep the old phone until {you’ve moved it|that’s done}.
c: {Too late, recycled|Still have it}.
r: {Then I’ll reset it, call coming|Perfect}.

# quick-hours | scheduling
c: Are you {open on Friday|there over the holidays}?
r: {Until two|Someone always is}. My mobile is on too, this one.

# quick-confirm | transfer
r: Just confirming your call: {small} to {the builder|{school}}, today.
c: Confirmed. 

# quick-thanks-doc | documents
c: {Posted the form this morning|Form in the post}.
r: {I’ll look out for it|Thank you}.
> wait 2d
r: It’s here, complete.

# quick-ref | fees
c: What’s the reference for the {fee note|invoice} again?
r: {ref}

# quick-price | market
c: Where’s {company} {now|trading}?
r: {price}, {up|down} {smallpct} on the day.
c: {Interesting|Hm}

# quick-open | orders
c: Has {company} {traded|filled} yet?
r: Half of it, at {price}. The rest is {working|in the book}.
> wait 1h
r: All done.

# quick-late-reply | small talk
r: Sorry for the late answer, {I was in meetings all day|school play}. {Everything all right|What can I do}?
c: {All sorted, {colleague} helped|No longer urgent}. How was the {play|day}?
r: {Very long|The sheep stole the show} 🐑

# quick-newsletter | market
r: This month’s letter, two pages.
> attach pdf
c: {Enjoyed it|Good one}. {Page two is right about {sector}|I disagree about {sector}, as always}.
r?: {I’ll tell the author|He likes disagreement}

# quick-forms | documents
r: One form left, {the short one|two ticks}.
c: {Which one|Remind me}?
r: Tax residency. {In {portal} at the top|Link is at the top of the page}.
c: {Done while boiling an egg|Done}

# quick-voicemail | scheduling
c: Your voicemail cut me off. In short: {yes to {weekday}|please go ahead as discussed} and bring the {pension|house} papers.
r: {Got it|Understood}.

# quick-child-account | education
c: How much is in {child}’s account?
r: {amount}. It has grown {pct} since {lastyear}.
c: {She wants a horse|He wants to spend it on a drum kit}. She’ll get {a book|shares in one}.

# quick-swap | orders
c: Dividends: pay out or reinvest? I {forget what I chose|never remember}.
r: Reinvest, since {lastyear}.
c: {Keep it so|Good choice, past me}.

# quick-weekend | small talk
c: {Any plans|What are you up to} for the weekend?
r: {Painting a fence|Nothing, gloriously}. You?
c: {Same fence, other side|{hobby}, if it stays dry}.

# quick-power-cut | portal
c: Power cut here. {Can you pay the {small} for me|Can you do the payment}, the computer is off?
r: {Calling you to confirm|I’ll ring you first}.
> wait 10m
r: {Done|Paid}. I hope the lights come back soon.
c?: {Candlelight. Quite romantic|They just did}

# quick-double | fees
c: Is the {small} a fee or a {tax|payment}? The line just says HM.
r: {The custody fee|A tax on the dividend}. I’ll ask for a better text.

# quick-signature | documents
c: Do you need {ink|a real signature} or is clicking enough?
r: Clicking, for this one.
c: {The modern world|Clicked}.

# quick-insured | planning
c: {Is cash with you protected|What if your bank fails}?
r: Holdings are in your name at {custodian}, apart from us. Cash is covered up to the legal limit.
c: {And above|What’s the limit}?
r: {We spread it over several banks|That’s why we spread it}.

# quick-recommend-lawyer | planning
c: Do you know a good {lawyer|notary} for {wills|property}?
r: I can give you three names; {none of them pays us for it|you choose, we get nothing from it}.
c: {Good. Send|Please}.
`,
}
