import type { Script } from '#scene.ts'

export const clientMails: Script = {
  language: 'en',
  text: `
# mail-review-pack | review | mail
s: Your {lastquarter} review
r: Please find your review for the last quarter attached. The portfolio returned {pct} after all costs. // The larger part of that came from {fund}; {fund2} lagged, for reasons set out on page 3. We propose no changes beyond the usual rebalancing. // Would {weekday} at {time} suit you for a conversation?
> attach pdf
c: Thank you, {very clear|a good read}. {weekday} at {time} is fine. I would like to spend a few minutes on {the cash balance|{fund2}}.
r?: Noted, I will bring the figures.

# mail-statement-request | statements | mail
s: {Statement|Valuation} as of the end of {lastmonth}
c: Could you let me have a valuation of all accounts as of the end of {lastmonth}? {The bank wants it for the mortgage|My accountant needs it for the annual return}.
r: Please find it attached, one page per account and a total at the end. // If the {bank|accountant} needs it stamped, tell me and I will post an original.
> attach pdf

# mail-kyc | documents | mail
s: {Documents we need from you|Your file, {ref}}
r: We review every client’s file from time to time, and yours is due. We would need: // 1. {document}, less than three months old, // 2. a copy of your passport, // 3. a line confirming that your tax residence has not changed. // Please use the upload in the portal rather than mail.
c: {All three uploaded just now|Two are uploaded, the passport follows when it is renewed}. Nothing has changed on the tax side.
r: Thank you, {everything is in order|that is fine for now}.

# mail-transfer-instruction | transfer | mail
s: Payment of {amount}
c: Please arrange a payment of {amount} to my account ending {ending}, value {day}.
r: Thank you for your instruction. As agreed I will call you on the number we hold before we release it.
> wait 3h
r: Following our call the payment has been released for value {day}. The advice is attached.
> attach pdf

# mail-fees-breakdown | fees | mail
s: Costs in {lastyear}
c: I should like to understand what I paid in total last year, {all in|including what is inside the funds}.
r: A fair request. In all: {small} for advice, {amount} for the funds’ own charges, and small custody costs. The attached table shows each account. // As a share of the portfolio that is {smallpct}.
> attach csv
c: Thank you for the candour. {It is less than I feared|Food for thought, let us discuss on {weekday}}.

# mail-tax-pack | tax | mail
s: Tax pack {lastyear}
r: Your tax pack for {lastyear} is attached: income, gains, and the certificate for foreign dividends. {accountant} has received the same.
> attach pdf
c: {Received with thanks|Got it}. One question: is the reinvested income on page 4 included in the total on page 1?
r: It is, in the second line.

# mail-onboarding-summary | onboarding | mail
s: Welcome to Halden & Marsh
r: Thank you for your trust. To summarise our first meeting: // You would like to keep {amount} within reach, draw an income from {age}, and sleep at night. We agreed on a balanced start with {share} in shares. // Your account numbers and the first steps are in the attached note.
> also plain This letter has pictures that your program does not show. Read it at haldenmarsh.example/welcome.
> attach txt
c: That is a fair summary. {I have signed everything|The signed pages are in the post}.

# mail-estate | life | mail
s: The estate of {my late aunt|my father}
c: I am the executor and need to know what was held with you on the date of death, {past}.
r: Please accept our condolences. Once we hold a copy of the certificate and of the will we can answer in full; a list of what we need is attached.
> attach pdf
c: Enclosed. {There may be a second account from the nineties|Thank you for the kind words}.
> attach scan
> wait 1d
r: Thank you. We found {two|three} accounts, the valuation follows by {weekday}.

# mail-house-view | market | mail
s: Our view for {nextmonth}
r: In short: growth is slower but positive, prices are calmer, and shares are neither cheap nor wild. // We keep the balance between shares and bonds as it is and add a little {sector}. // The chart shows how portfolios like yours have travelled this year.
> attach chart
c: {Always enjoy these|Thank you}. {Is {sector} not rather crowded?|I shall read it on the train.}

# mail-drop-letter | drop | mail
s: This week in the markets
r: You will have seen the headlines. Markets have fallen by {pct} since Monday. I would like to say three things. // First, nothing in your plan depends on this month. Second, the next three years of your spending are not in shares. Third, we have neither bought nor sold in haste. // Please call me whenever you like, on any of the usual numbers.
> attach chart
c: {Thank you. Calm letters are worth a great deal this week|I appreciate the letter}. I have nothing to add, except that my {neighbour|brother} has sold everything.
r?: I hope he has a plan for when to return. It is the harder half.

# mail-meeting-notes | scheduling | mail
s: Notes of our meeting
r: Thank you for coming in. My notes are attached; please correct me where I misheard. // Next steps: I prepare the {trust|pension} comparison by {weekday}, you ask {accountant} about the {gain|allowance}.
> attach txt
c: {All correct|One correction: it was {amount}, not {amount2}}.

# mail-lending-terms | lending | mail
s: Terms for the credit line
r: As discussed, the line would be up to {big} at {pct}, secured on the portfolio, repayable at any time. // The important page is the fourth: what happens when markets fall.
> attach pdf
c: I have read page four {twice|with a strong coffee}. Please go ahead with {half|the full amount}.
r: Thank you. The agreement is in the portal for signature.

# mail-charity | charity | mail
s: A gift to {charity}
c: We would like to give {amount} {this year|before the holidays}, if possible in shares rather than money.
r: With pleasure. The simplest would be {company}, where your gain is largest. The charity accepts shares; I have asked. // I attach the letter for your signature.
> attach pdf

# mail-complaint-delay | complaint | mail end hit=complaints:breach
s: {Delay of my transfer|Complaint}
c: I instructed a transfer on {past}. It has taken {three weeks|nineteen days}, and I have been given {four|three} different explanations. I find this unacceptable and would like to make a complaint.
r: I am sorry for the delay and for the contradictory answers. Your complaint has been recorded today under {ref}. You will receive an acknowledgement tomorrow and a full reply from our complaints team, who are independent of my desk. // The transfer itself was completed this morning.

# mail-complaint-fee | complaint | mail end hit=complaints:minor
s: Fee charged after closing
c: You have charged {small} to an account that I closed in {lastmonth}. This is not acceptable; please return it.
r: You are right. The fee run used an old list. It has been returned today with an apology, and the list has been corrected.
c: {Thank you, matter closed|Thank you for the quick answer}.

# mail-compliment | compliment | mail
s: {Thank you|A word of thanks}
c: I do not often write letters of this kind. {colleague} spent an hour with my {mother|father} explaining a form that any machine would have rejected, and did it with humour. Please make sure that {this is noted|someone senior reads this}.
r: Thank you for taking the time. It has been read aloud at this morning’s meeting, to great embarrassment and joy.

# mail-seminar | events | mail
s: Invitation: {an evening about inheritance|money and grown-up children}
r: We would be glad to welcome you on {day} at half past six. Twenty guests, no slides, one very good speaker. // Please let me know whether you come alone or in company.
c: {We shall both come|Alone, with pleasure}. {Is there parking?|Thank you for thinking of us.}
r?: There is, in the courtyard.

# mail-portal-change | portal | mail
s: Change of {phone|mail address}
c: Please note that my {number|address} has changed; the old one stops at the end of the month.
r: Thank you. For your safety the change takes effect after a call to the number we hold today. {I will try you this afternoon.|When may I ring?}
c: {After four|Any time}.

# mail-pension-compare | pension | mail
s: Comparison of your {three|two} pensions
r: I have compared the old schemes with ours. One of them guarantees an annuity rate that nobody offers today, and I would not touch it. The others can be brought together, saving about {small} a year.
> attach pdf
c: {I would never have found that clause|That is the one I nearly cashed in}. Please proceed with the others.

# mail-address-proof | documents | mail
s: Re: proof of address
c: Would {document} do? {It carries the new address|We have nothing else in both names}.
> attach scan
r: It will. Your file is complete until {nextyear}.

# mail-order-confirm | orders | mail
s: Order confirmation {company}
r: We confirm your order of today: buy {units} {company}, limit {price}, valid until {day}. Please tell us at once if anything is not as you intended.
c: Confirmed.
> wait 1d
r: The order was filled at {price}. The contract note is attached.
> attach pdf

# mail-second-home | planning | mail
s: The flat in {city}
c: We are in love with a flat at {big}. Before we do anything foolish: can we?
r: You can, in three ways, and one of them is foolish. The table shows all three. // I would favour the second: a smaller loan, and the flat let for part of the year.
> attach csv
c: {The second it is|We shall sleep on it}. Thank you for the frankness.
`,
}
