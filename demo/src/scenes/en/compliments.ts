import type { Script } from '#scene.ts'

export const compliments: Script = {
  language: 'en',
  text: `
# praise-help | compliment
c: I wanted to say how {patient|kind} you were with {my mother|Dad} {yesterday|on the phone}. It meant a lot.
r: {That’s very kind|You’ve made my day}. She’s a delight, and asks better questions than most.
c: {She’ll frame that|I’ll tell her}.
> react ❤️

# praise-fast | compliment
c: Transfer done in {three hours|one morning}?! My bank takes a week. {Outstanding|Bravo}.
r: {The team will be pleased|I’ll pass that on}, {colleague} did the running.
c: Then {a gold star for|thank} {colleague}.

# praise-explained | compliment
c: That was the first time {anyone|somebody} explained {bonds|the trust} so that I understood it.
r: {Thank you!|That’s the best part of the job.} 
c: {You should write it down|Do it in a video}.

# praise-crisis | compliment
c: Now that it’s {calm|over}: thank you for picking up every time during {that week|the fall}. I’d have sold.
r: You did the hard part, which was nothing 🙂
c: {Nothing is harder than it looks|Hardest nothing of my life}.

# praise-referral | compliment
c: I’ve given your name to {a colleague|my brother}. {You’re the only one I recommend|He needs someone like you}.
r: {I’m honoured|That’s the nicest compliment there is}. I’ll take good care of him.

# praise-portal | compliment
c: The new {documents page|chart} in {portal} is {so much better|a joy}. Whoever did it, {well done|thank them}.
r: I’ll {forward this word for word|tell them today}. They mostly hear when things break.

# praise-anniversary | compliment
c: {Ten|Five} years with you {this month|today}, according to my diary. {Never a bad day|Only good memories}. Thank you {rep}.
r: {Really? Ten!|How time flies.} Thank you for the trust, {client}.
> react 🎉

# praise-team | compliment
c: Please thank {colleague} for finding the {missing dividend|lost form}. {A proper detective|Great service}.
r: I certainly will. {There was some digging involved|Four phone calls and a fax machine}.

# praise-report | compliment
c: {Excellent|Very clear} report. {Two pages, no jargon|I read all of it, which is a first}.
r: {We cut twelve pages|That was the aim}. Happy it shows.

# praise-survey | compliment
c: I filled in the survey. {Ten out of ten|All top marks, apart from the coffee}.
r: {Thank you!|The coffee is being looked at.} 😄
c?: {Looking at it won’t help|High time}.
`,
}
