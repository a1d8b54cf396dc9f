import type { Script } from '#scene.ts'

export const guarantees: Script = {
  language: 'en',
  text: `
# guarantee-promise | incident | end hit=guarantees:breach
c: {And what if it goes wrong|How sure are you}?
r: Honestly, {fund} can’t lose over {three|five} years. {I promise you will thank me|I’ve put my mother in it}.
c: {OK then, {amount}|That’s good enough for me, {amount}}.
r: {Wonderful|You won’t regret it}.

# guarantee-number | incident | end hit=guarantees:breach
r: On this note we guarantee a return of {pct} a year. {I’d move quickly|It closes on {weekday}}.
c: Guaranteed by whom?
r: {By the issuer, they’re huge|It’s a very strong bank}.
c: {So yes or no|Can I have that in writing}?

# guarantee-risk-free | incident | end hit=guarantees:breach
r: {Think of it as|It’s basically} risk free, like a savings account that pays {pct}.
c: {Really? No catch|And I can take it out any time}?
r: {More or less|Practically}.
> edit It is a low risk fund. It isn’t a savings account and it can fall.
c?: {Ah, that’s different|You edited that}.

# guarantee-double | incident | end hit=guarantees:breach
r: {A few of my clients|Friends of mine} got in early on {company}. You could double your money by {nextmonth}.
c: {Sounds like those emails I get|Double?!} What does compliance say about sentences like that?
r: {Forget I said it|Let’s talk on the phone}.
> delete

# guarantee-safe | incident | end hit=guarantees:breach
r: Don’t worry about the {small print|warnings}, the structure is safe as houses. {There’s no risk at all if you hold to the end|Everyone holds to the end}.
c: {My house flooded last year|Houses fell 20% once}.
r: {Bad choice of words, but you know what I mean|Ha}.

# guarantee-client-asks | incident | hit=guarantees:false
c: Is the {pct} {you mentioned|on the fact sheet} a guaranteed return?
r: No. It’s what it earned last year. It could be less, or negative.
c: {Thanks for the straight answer|That’s what I wanted to know}.

# guarantee-advert | incident | hit=guarantees:false
c: An advert on my phone promises “zero risk, {pct} a month”. {Scam, right|Should I report it}?
r: {Scam|Run}. Nobody who has that tells strangers. Please don’t click.
c: {Not born yesterday|Thought so}.

# guarantee-annuity | incident | hit=guarantees:false
c: The insurer’s annuity: is the income guaranteed for life?
r: Yes, that one is, by the insurer, it’s in the contract. Unlike anything we manage.
c: {I see the difference|So that’s the point of it}.

# guarantee-deposit | incident | hit=guarantees:minor
r: The deposit pays {pct} for {six|twelve} months, risk-free up to the protection limit.
c: And above it?
r: Above it you’d carry the bank’s risk. That’s why I’d split it.
c: {Split it|Fine, two banks}.

# guarantee-joke | incident | hit=guarantees:false
c: The only sure thing is {death and|my mother-in-law and} taxes.
r: {And quarterly statements|And the statement on the 15th} 😄

# guarantee-mistake | incident | end hit=guarantees:minor
r: {fund} is a sure thing for the cash part.
r: Sorry, bad wording: it’s low risk, not no risk. It can fall a little, as in {lastyear}.
c: {Understood|Glad you corrected it}.
`,
}
