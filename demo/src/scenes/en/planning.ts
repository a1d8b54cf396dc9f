import type { Script } from '#scene.ts'

export const planning: Script = {
  language: 'en',
  text: `
# pension-when | pension
c: {Realistically|Honestly}, when can I stop working?
r: With what you spend now: at {age}. With {small} a week less, two years earlier.
c: And if I do {job} for a while?
r: {Then the picture changes a lot|Even {amount} a year earned makes a big difference}, because the pot rests meanwhile.
c: {Interesting|I like that version}. Send me both?
> wait 3h
r: Both, on one page.
> attach chart

# pension-allowance | pension
c: How much can I still put into the pension {this year|before the year ends}?
r: {amount}, with what’s left from {lastyear}.
c: {Then let’s do {small}|I could do half}.
r: {Before {day} please|By {day}}, so that it counts.

# pension-old | pension
c: I found three old pensions from {previous jobs|the nineties}. {Bring them together|Is it worth combining}?
r: Often, but one of them may have promises worth keeping. Send me the letters before you sign anything.
c: {All of them|The boring one too}?
r: {Especially the boring one|That’s usually the good one}.
> wait 1d
c: Uploaded. All three.
r: {Thank you|Got them}. Give me until {weekday}.

# pension-lump | pension
c: Should I take the lump sum {or leave it|at {age}}?
r: What would you do with it?
c: {Pay off the mortgage|Put it in the bank, probably}.
r: {Then it’s worth doing the sum|In the bank it would lose to prices}. Rate {pct}, remaining {count} years… I’ll show you both ways.
c: {No rush|After the holidays is fine}.

# pension-state | pension
c: My forecast says I have {two|five} missing years. {Buy them|Pay to fill them}?
r: Usually the best investment I don’t earn anything on. {small} a year each, and it pays back in about three years.
c: {Sold|Ha. I’ll do it}.

# pension-partner | pension
c: If I go first, does {partner} get {half|my pension}?
r: Two thirds from the company one; all of what’s left in ours, if the form says so.
c: {Does it|And does it}?
r: {It does, I checked|Not yet. I’ll send it now}.

# pension-drawdown | pension
c: Am I taking too much? {The roof cost more than we thought|It was an expensive year}.
r: This year {pct} of the pot. {Four|Three and a half} is comfortable. One such year is fine, three aren’t.
c: {Only one roof|The roof is done}.
r: Then back to normal from {nextmonth}?
c: Back to normal.

# insurance | planning
c: Do I still need the life cover? It’s {small} a month.
r: The children are {grown|earning}, the mortgage is nearly gone… {I’d let it run out|Perhaps a smaller one}.
c: {I thought you’d say keep it|Not what I expected from a financial person}.
r: {I’m not paid on it|No reason to pay for a risk you no longer have}.

# long-care | planning
c: {How do people pay for a care home|What would a home cost, should it come to that}?
r: About {amount} a year near you. Your house plus income cover it for longer than you’ll need, touch wood.
c: {Touch wood|OK. That was bothering me}.

# trust-question | planning
c: Would a trust {protect the money from|keep it away from} {a future son-in-law|bad decisions at 21}?
r: To a degree. It costs about {small} a month to run and it’s for the patient. {Shall I bring {colleague} in|Let’s have a proper meeting}?
c: {Yes please|Let’s}. {The son-in-law is charming, mind you|Nobody in particular}.

# budget | planning
c: I’ve finally written down what we spend. {It was a shock|Sit down before you open it}.
> attach csv
r: {Brave|Thank you}! {It’s higher than we assumed by about {small} a month|Nearly what I’d guessed}.
c: {The wine or the dog|It’s the eating out, isn’t it}.
r: {I’d never say|Let’s say hospitality}. The plan still holds to {age} plus thirty.

# plan-second-home | planning
c: Could we afford a small place in {city}? {Two bedrooms, nothing grand|A balcony, that’s all I ask}.
r: Roughly how much?
c: {big}.
r: You could, with working {two|three} years more, or with letting it half the year.
c: {Letting it|Two years, hmm}. Back to you when {partner} has stopped dreaming.

# event-invite | events
r: We’re having a small evening on {day}: {how to talk to your children about money|art, insurance and attics}, {twenty people|no slides}. Would you like to come?
c: {Sounds fun|With {partner}}? 
r: {Of course|Bring whom you like}. Six thirty at the office.
c: {We’re in|Put us down}.

# event-thanks | events
c: {Lovely|Great} evening {yesterday|on {past}}. The speaker was {very good|worth it alone}.
r: {So glad you came|Thank you for coming}! The slides, since you asked.
> attach pdf
c?: {Kind|Great}

# event-webinar | events
r: Reminder: our {quarter} call is {today|tomorrow} at {time}. The link is in {portal}.
c: Will it be recorded? I’m {on a plane|in the dentist’s chair}.
r: {Yes|It will}, up the next morning.
`,
}
