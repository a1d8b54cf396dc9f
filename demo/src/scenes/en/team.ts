import type { Script } from '#scene.ts'

export const team: Script = {
  language: 'en',
  text: `
# team-cover | team
r: {I’m off|On leave} from {day} for a week, {colleague} covers. {Anything you need before that|Open items below}?
d: {The {surname} file|Your two open transfers}. And where’s the key to the {cabinet|meeting room}?
r: {Top drawer|With reception}. Transfers are {both confirmed by phone|waiting on {custodian}}.
d: {Go, enjoy|All clear}.

# team-quarter-end | team
d: Quarter end: {14|11|17} reviews still open on our desk. Who takes what?
r: I’ll do {five|six}, the {families|entrepreneurs}.
e: {Four|The rest of the pensions} for me, after lunch.
d: {Good. Packs are in the shared folder|Then I take the rest}. {Nobody sends without the disclosure page please|And check the benchmarks, there was an error in {lastquarter}}.
r?: {Checked mine|Noted}.

# team-training | team
d: Reminder that the {conduct|anti-money-laundering} course is due {on {weekday}|by {day}}. {Two of you|Three people} haven’t started. You know who you are.
e: {I’m at 80%|On module 4}.
r: {It’s me|Guilty}. Tonight.
d: 🙏

# team-client-birthday | team
r: Heads-up: {three|two} clients turn {70|80} this month. Cards on my desk, please sign {before {weekday}|today}.
d: {Signed|Done with my worst handwriting}.
e: {Is that a drawing of a bond|Who drew the cat}?
r: {It’s a yacht|Art is subjective}.

# team-system | team
d: Is {the order system|the phone recorder} slow for everyone or only me?
e: {Everyone|Here too}. IT says {twenty minutes|by {time}}.
r: Then orders by {phone to the desk|the paper form}, with times written down.
d: {Roger|Back up now}.

# team-market-call | team
d: Call in five. {Who has the numbers|Anyone have the flows}?
r: {Net out {amount} since Monday, mostly one client|Quiet. Four calls, no sellers}.
e: On my side {two worried, one buyer|mostly hand-holding}.
d: {Good. Keep calling before they call us|Write every call down}.

# team-lost-property | team
e: Somebody left a {green umbrella|single glove} in {the big meeting room|room 2}.
r: {Mine!|Not mine but I admire it.}
d: It’s been there since {lastmonth}, I thought it was {decoration|part of the furniture}.
> react 😂

# team-file-request | team
r: Does anyone have the latest {fact sheet|one pager} for {fund}?
d: Here
> attach pdf
r: {Legend|Thanks}. Is the {charges|performance} page the new one?
d: {As of {lastmonth}|Yes, approved on {past}}.

# team-kyc-chase | team
d: {Nine|Six} files with expired ID. List attached.
> attach csv
r: {Two of mine are on the way|I called all of mine yesterday}.
e: {One of mine is in {city} till {day}|Mine moved, waiting for the bill}.
d: {Fine, put a note in each|Then extend with a note}.

# team-welcome | team
d: Please welcome {other}, who joins the {desk|team} on {weekday}!
r: Welcome {other}! {The good coffee is on the second floor|Sit wherever there’s sun}.
e: {Thanks all|Looking forward to it}!
> react 🎉

# team-complaint-note | team
r: FYI one of mine has written to the complaints address about the {delay|FX rate}. I’ve told them the process and {nothing else|no more}.
d: {Right thing|Perfect}. Log it today, I’ll tell {other}.
r: Logged, {ref}.

# team-lunch | team
e: {Noodles|Sandwiches} at {half twelve|one}? 
r: {In|Yes, starving}.
d: {Can’t, client at {time}|Bring me one}.

# team-desk-move | team
d: We’re moving desks on {weekday}. {Boxes in the corridor|Label everything you love}.
r: {Window seat by seniority|I call the plant}.
e: {The plant has been dead since {lastmonth}|By shoe size}.

# team-quote-check | team
r: Can somebody check this before I send it: “The fund aims for {pct} over inflation over five years, this is not certain.”
d: {Fine|Good}. I’d say “aims for, after charges”.
r: {Better|Added}.
`,
}
