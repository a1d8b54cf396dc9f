import type { Script } from '#scene.ts'

export const moneyMatters: Script = {
  language: 'en',
  text: `
# fees-explain | fees
c: What exactly is the {small} taken on {past}?
r: That’s our quarterly fee: {smallpct} a year on the portfolio, a quarter of it each time.
c: And the funds {charge|take something} on top?
r: Yes, about {smallpct}, inside their price. The total is on page 2 of your statement.
c: {OK, as long as it’s written down|Thanks for being straight}.

# fees-reduce | fees | hit=order-handling:false
c: With the new money I’ve passed {big}. Doesn’t the fee {drop|step down}?
r: It does, to the next band. It applies from {nextmonth} {automatically|without you doing anything}.
c: {Not backdated I suppose|From when}?
r: From the day the money {arrived|settled}, so you’ll see a small credit.
c: {Lovely|Ha, I asked at the right time}.

# fees-compare | fees
c: I saw an advert for {investing|portfolios} at a third of your fee.
r: {I’ve seen it too|They’re perfectly good at what they do}. It’s a portfolio from a menu, without the planning or a person.
c: You’re the person?
r: {For better or worse|Guilty}. If all you want is the menu I’d tell you so.
c: {I want the person|Stay put then}.

# fees-invoice | fees
c: My accountant needs {the fees for {lastyear}|a fee breakdown} {split by account|with VAT shown}.
r: Here you are.
> attach csv
c: {Opens fine|Perfect format}. Is advice separate from custody?
r: Column {three|four}, yes.

# fees-exit | fees
c: Is there a charge if I {leave|move some of it away}?
r: No exit fee. {custodian} charges {small} per holding for a transfer out, that’s all.
c: {I’m not leaving, just asking|Good to know, don’t worry}.
r: {I did breathe in for a second|Phew} 😅

# kyc-expired | documents
r: Your passport on our file {expires next month|has expired}. Could you send us a new copy when you have {a moment|it}?
c: {I’m renewing it now|The new one came last week}. {A photo OK|Is a photo enough}?
r: A photo in {portal}, all four corners visible, please not here in the chat.
c: {Uploaded|Done}.
r: {Approved|All good, thank you}. That’s valid until {nextyear} plus nine.

# kyc-address | documents
c: We’ve moved! What do you need {for the new address|from me}?
r: {document}, less than three months old.
c: {The new place has no bills yet|Everything is online now}. Would {the completion letter|a PDF} do?
r: {It would|That’s fine}. Upload it and I’ll change everything else.
c: {Up it goes|Uploaded}.
> wait 3h
r: {Changed everywhere|Done}, and {custodian} told as well. How’s the new {kitchen|view}?
c?: {Full of boxes|Better than the boxes}.

# kyc-source | documents
r: For the {big} that came in I need to note where it came from. {A sentence is enough to begin with|Could you tell me}?
c: The sale of my share in the {practice|business}. {Completed in {lastmonth}|Signed on {past}}.
r: Thank you. Would you have the {completion statement|last page of the agreement}?
c: {Lawyer has it, I’ll ask|Somewhere}. {weekday} OK?
r: {No hurry|Perfectly OK}, the money stays in cash until then.

# kyc-why | documents
c: Why do you ask for {document} again? You’ve {known me for years|had it twice}.
r: {I agree it’s tiresome|Sorry, I know}. Every {three|two} years we have to look with fresh eyes.
c: Fine. {Same upload as before|Where do I put it}?
r: {Same place|In {portal} under Documents}. It takes two minutes.
c?: {It took four|One minute forty. I timed it}.

# kyc-selfcert | documents
r: There’s one tax residency form outstanding. Has anything changed, {another home, another passport|any new country}?
c: No, still {boring|only here}.
r: Then tick box {2|3}, sign, and it’s finished for {three|five} years.
c: Signed. {Boring has its uses|Done}.

# kyc-company | documents
c: I need to open an account for {the company|my practice}. What’s the list?
r: Registration extract, {articles|statutes}, who owns more than a quarter, and ID for two directors.
c: {Owners are me and my brother|It’s only me}. Will {last year’s extract|the one from the web} do?
r: {Not older than three months please|From the register’s site, dated this month}.
c: {OK. By {weekday}|Give me till {weekday}}.

# kyc-signature | documents
r: The signature on the form doesn’t match the one {we hold|from {lastyear}}. Nothing dramatic, could you {sign again|send a fresh specimen}?
c: I {broke my wrist|signed on a train}. {It’s never been the same|That explains the wobble}.
r: {Ouch|Ha}. Take your time.
> wait 1d
c: {Fresh one uploaded|Try this}.
r: {Much better|Accepted}.

# statement-missing | statements
c: I haven’t {had|received} the {lastquarter} statement {yet|on paper}.
r: They went out on {past}. Did you switch to electronic in {lastmonth}?
c: {Oh. I may have clicked something|Did I?}
r: You did {🙂|}. It’s in {portal}; here it is as well.
> attach pdf
c: Put me back on paper please, {my eyes prefer it|I like to scribble on it}.
r: {Done|Back on paper from {nextmonth}}.

# statement-figure | statements
c: On page {2|3} it says {amount}, {portal} says {amount2}. Which is {right|true}?
r: Both, {annoyingly|believe it or not}: the statement is as of the quarter’s last day, the other is live.
c: {Ah. Of course|Right}. You could print that in bigger letters.
r: {I’ll pass that on|You’re not the first to say so}.

# statement-csv | statements
c: Can I have all transactions {since January|of this year} in a {spreadsheet|file I can open in Excel}?
r: {Yes|Of course}.
> attach csv
c: {Just what I wanted|Works}. What does the code in column B mean?
r: {B is buy, S is sell, D is dividend|It’s the kind of movement}.

# statement-consolidated | statements
c: {partner} and I would like one statement for {everything|both of us}.
r: I can group the accounts from {nextmonth}. You’d each still see your own.
c: {Perfect|And the children’s}?
r: {Those too, on a page of their own|Theirs stay separate}.

# tax-certificate | tax
c: Is the tax certificate for {lastyear} ready? My accountant is {circling|getting nervous}.
r: It {was finished on {past}|is in {portal} since {weekday}}. Here’s a copy.
> attach pdf
c: {Bless you|You’ve saved me}. Does it include the {foreign dividends|fund reinvestments}?
r: Yes, section {C|D}, with what was withheld.

# tax-gain | tax
c: How much {gain|profit} have I taken {this tax year|so far}?
r: {amount} so far. You have about {small} of allowance left.
c: So {no more selling|careful} before {the year end|April}?
r: Unless there’s a good reason. I’ve put a note on the account.

# tax-loss | tax
r: Before the year closes: {company} shows a loss of {small}. Selling would offset {part of|most of} your gain.
c: And buy it {back|again}?
r: Not within 30 days. We could hold {fund} meanwhile, which is close.
c: {Clever|OK}. {Please do|Go ahead}.
r: {Noted|Will do}, both trades today.

# tax-accountant | tax
c: {accountant} will write to you for my figures. {You may tell them anything.|OK to share?}
r: I need that from you in writing, {this message is enough|a line here will do}: names, and which years.
c: You may send them everything for {lastyear} and {year}.
r: {Thank you, noted|That’s perfect}.
> wait 1d
r: They have it all now.

# tax-form-us | tax
c: There’s a letter about a W-8 {something|form}. {Do I bin it|What is it}?
r: {Please don’t bin it|Don’t}! It keeps the tax on US dividends at the lower rate. It’s one page, in {portal}.
c: {Signed|Done, three clicks}.
r: {That saves you about {small} a year|Good for three years}.
`,
}
