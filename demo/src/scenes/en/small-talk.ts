import type { Script } from '#scene.ts'

export const smallTalk: Script = {
  language: 'en',
  text: `
# talk-holiday-back | small talk
r: Welcome back! How was {holiday}?
c: {Wet and wonderful|Too short}. {We walked every day|I read four books}. {Any disasters while I was away|Did the markets miss me}?
r: None. Two small dividends and a lot of post.
c: {My kind of news|Good}.

# talk-birthday | small talk
r: Happy birthday, {client}! 🎂 {Have a lovely day|I hope there is cake}.
c: {You remembered!|How nice of you.} {There is cake|Three cakes, somehow}.
> react ❤️

# talk-new-year | small talk
c: {All the best for {nextmonth}|Wishing you and the team a good season}! 
r: {And to you and the family|Likewise}! {We’re open in between, though quietly|The desk is staffed throughout}.

# talk-garden | small talk
c: The {roses|beans|tomatoes} have {taken over|beaten me} this year. How is yours?
r: {The slugs won|I have one tomato and I’m proud of it}.
c: {I’ll bring you some on {weekday}|One is a start}.
r?: {Then we’ll declare them as produce|You spoil us}.

# talk-match | small talk
c: Did you {see|watch} it last night?? {Last minute|Extra time}!
r: {I shouted so loudly the neighbour knocked|I’d gone to bed. I’m never forgiving myself}.
c: 😂😂
> react 😂

# talk-dog | small talk
c: We have a new {colleague|board member} at home: four legs, no manners.
> attach scan
r: {Adorable|Look at that face}. {What’s the name|Name}?
c: {Dividend|Bond|Pickle}. 
r: {Of course it is|Perfect}.

# talk-weather | small talk
c: {No trains|Snowed in} today, so I’m finally doing my {filing|paperwork}. I found {a share certificate from 1987|an old policy}. {Worth anything|Is it money}?
r: {Send me a photo, you never know|Could be}! 
c: There
> attach scan
> wait 3h
r: It became part of {company} through two mergers. About {small}, if you still want to frame it.
c: {Frame it|Sell! No, wait. Frame it}.

# talk-marathon | small talk
c: {I’m running for {charity} on {weekday}|{child} is doing a sponsored swim for {charity}}. You don’t have to do anything, I’m only boasting.
r: {Boast away|Deservedly}! {Good legs|Good luck} on the day.
> wait 3d
c: {4h 12. Everything hurts|42 lengths!!}
r: {Fantastic|Bravo} 👏

# talk-book | small talk
c: I finished the book you mentioned, the one about {the bank run|canals and money}. {Couldn’t put it down|Better than it sounds}.
r: {Isn’t it good?|I thought of you when I read it.} The chapter on {panics|the tulips} should be compulsory.

# talk-strike | small talk
r: A heads-up that {trains|the underground} are on strike on {weekday}. Still coming in?
c: {On the bicycle|By boat if I must}. {See you at {time}|Unless it rains}.

# talk-photo | small talk
c: Greetings from {holiday} 🌞
> attach scan
r: {Now I’m jealous|It’s raining here, thank you}. Enjoy every minute!
c?: {Last day tomorrow|We may not come back}

# talk-exam | small talk
c: {child} passed {everything|all the exams}!!
r: {Clever {child}|Hurray}! What next?
c: {Engineering|Veterinary school}, {five|six} years. Warm up the education pot.
r: {Warming|It’s been waiting for this}.
`,
}
