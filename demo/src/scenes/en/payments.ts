import type { Script } from '#scene.ts'

export const payments: Script = {
  language: 'en',
  text: `
# transfer-out-simple | transfer
c: Could you {send|move} {amount} to my current account, the one ending {ending}?
r: Of course. {For security I’ll ring you to confirm|I need to call you back on your usual number first}. {Now?|Is now good?}
c: {In ten minutes|Give me five minutes}.
> wait 20m
r: {Thanks for picking up|All confirmed on the phone}. It will be with you {tomorrow|on {weekday}}.
c?: {Quick work|Impressive}.

# transfer-house | transfer | hit=gifts:false
c: We {exchanged|signed} on the house! Completion is {day}. I’ll need {big} {with the solicitor|in the solicitor’s account} by then.
r: {Congratulations|Wonderful news}! To be safe I’d sell on {weekday} so that cash is settled {two|three} days early.
c: Will it be {enough|about right} if markets fall this week?
r: {It already sits in {fund}, which hardly moves|We moved it to cash in {lastmonth}, so yes}.
c: {You remembered!|I’d forgotten we did that.} The solicitor’s details are on their letter, {photo attached|here}.
> attach scan
r: {I’ll call their office to check the numbers|I’ll verify these by phone with them}, letters get {faked|intercepted} these days.
c: {Please do|Good}.

# transfer-late | transfer
c: The transfer {from {past}|you made} hasn’t {arrived|shown up}.
r: {Let me look|Checking}. // It left us at {time} and the bank shows it as {sent|released}.
c: So where is it?
r: {Their side holds first payments above {amount} for a day|Your bank has a first-payment check}. If it isn’t there by {time} tomorrow I’ll {chase|raise it with them}.
> wait 1d
c: It’s {here|arrived}. {Panic over|Sorry for the fuss}.

# standing-order | transfer
c: Please {raise|increase} my monthly {payment|withdrawal} {to {small}|by {small}} from {nextmonth}.
r: {Will do|Certainly}. On the same day, the {1st|15th}?
c: {Yes|Make it the 28th, after payday}.
r: {Set up|All set}. First one on {day}.

# deposit-notice | transfer
c: I’m about to send you {big}. {Sale of the flat|The bonus finally came|Dad’s estate has been settled}.
r: Thank you for the warning. I’ll need {a copy of the completion statement|something showing where it comes from}, {it’s the rules|for the file}.
c: {Here|This one?}
> attach scan
r: {Perfect|That’s the one}. Send it with {ref} and I’ll watch for it.
> wait 1d
r: Received. It earns overnight interest until we {decide|invest it}.

# transfer-holiday-money | transfer
c: Off to {holiday} on {weekday}, can I have {small} {before then|by tomorrow}?
r: {Just about|If I send it in the next hour, yes}. Same account?
c: Same account.
r: {On its way|Sent}. Enjoy {the sea|every minute}!
c?: {Counting the hours|Leaving the phone at home}.

# transfer-cutoff | transfer
c: {Did I miss the cut-off|Am I too late} for a same day payment?
r: By {twelve|twenty} minutes, I’m afraid. It will go first thing {tomorrow|on {weekday}}.
c: {Not a problem|Never mind}, only the {gardener|car}.

# transfer-fx | transfer
c: I need {amount} in {euros|francs} for the {deposit|builder} in {city}. What rate would I get?
r: The desk quotes about {smallpct} from the market rate. I can fix it now or {leave an order at a better level|wait}.
c: What would you do?
r: {With a payment date I’d fix it and stop thinking about it|I can’t call currencies, I’d fix at least half}.
c: {Fix it all|Half now then}.
r: {Done|Fixed}. Confirmation follows.

# new-payee | transfer
c: Can you add a new account to pay to? {It’s our joint one|I’ve switched banks}.
r: Happy to. Please add it in {portal} yourself and I’ll approve it after {a call|ringing you}. I can’t take bank details in {chat|a message}.
c: {Fair|Makes sense}. Added.
r: {I see it|It’s here}. Calling you now.
> wait 10m
r: Approved. There’s a {24|48} hour pause on first use.

# dividend-sweep | transfer
c: My dividends seem to {pile up|sit there}. Can they {come to me|be paid out} each quarter?
r: Yes. Above {small} they can go out automatically on the {5th|10th}.
c: {Please set that up|Let’s do that}.
r: {Done|Arranged}, first one in {nextmonth}, probably about {small}.

# gift-to-child | transfer
c: We’d like to help {child} with a {deposit|first car|wedding}, about {amount}. From which pot?
r: From the general account: {no tax|hardly any tax} and it’s the easiest to refill.
c: Is there a form?
r: I’ll note it as a gift with the date, which is all that’s needed {for now|for the file}.
c: {child} will be {over the moon|thrilled}. It’s a surprise.
r: {My lips are sealed|Not a word from me} 🤐

# cheque | transfer
c: Someone sent me an actual {cheque|check}. Do you {still take those|know what to do with it}?
r: {We do!|Believe it or not, yes.} Post it to the office with {ref} on the back, or your bank’s app can photograph it.
c: {App it is|The app refused it, too large}. 
r: {Post it is then|Let me know if it grumbles}.

# payment-wrong-amount | transfer
c: I received {amount} and {asked for|expected} {amount2}?
r: {You’re right|I see it}. {A typing mistake of ours|The form here says {amount}, we misread it}. I’m sorry. The difference goes out {today|within the hour}.
c: {Thank you for not arguing|No harm done}.
> wait 4h
r: Sent, with {reference|the reference} {ref}.
`,
}
