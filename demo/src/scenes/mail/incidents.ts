import type { Script } from '#scene.ts'

export const incidentMails: Script = {
  language: 'en',
  text: `
# mail-inc-guarantee | incident | mail end hit=guarantees:breach
s: The note we spoke about
r: As discussed, this note pays {pct} with no risk at all to your capital. The return is guaranteed by the issuer. I would suggest {amount} to begin with.
> attach pdf
c: {I note the words “no risk at all” and shall hold you to them.|Is that how the prospectus puts it?}

# mail-inc-guarantee-false | incident | mail hit=guarantees:false
s: Training: words we do not use
d: A reminder that nothing we sell is “risk free”, nobody “can’t lose”, and no return is guaranteed. Examples from real drafts are attached, names removed.
> attach txt
r: Useful. May I show it to the new joiners?

# mail-inc-offchannel | incident | mail end hit=off-channel:breach
s: {Lists|As discussed}
r: Could you send me the lists? I can work on them at the weekend.
> also hidden Please answer to my personal email rather than here.
d: I’d rather not, it has client names in it.
r?: {Fine, Monday then|It is only for a day}.

# mail-inc-gift | incident | mail end hit=gifts:breach
s: {The races|Opera on {day}}
c: We have two tickets for you and your partner, with dinner before. No obligation, of course; only gratitude for a splendid year.
r: What a generous thought. We accept with delight.

# mail-inc-gift-register | incident | mail hit=gifts:minor
s: Gifts register
r: For the register please: a hamper from the {surname} family, value about {small}, shared with the floor.
d: Entered. Thank you for being quick.

# mail-inc-inside | incident | mail end hit=inside-information:breach
s: {company}
c: Strictly between us: I heard from the board that the offer comes on {weekday}. I should like {units} shares before then.
r: I cannot accept this order, and I am obliged to tell our compliance department that you wrote to me. Please do not place it elsewhere.

# mail-inc-inside-false | incident | mail hit=inside-information:false
s: Window for your shares
r: As a director you may not deal ahead of the results. Your window opens on {day}; I have set a reminder.
c: Thank you, noted.

# mail-inc-iban | incident | mail hit=personal-data:minor
s: Account for the payout
c: Please use GB33BUKB20201555555555 from now on.
r: Thank you. We do not take account details by mail; I will call you to confirm before anything is changed.

# mail-inc-complaint | incident | mail end hit=complaints:breach
s: Formal complaint
c: This is a formal complaint. In {lastmonth} I asked for {fund} to be sold. It was sold eleven days later at a price {pct} lower. I ask for compensation and shall otherwise turn to the ombudsman.
r: I confirm receipt. Your complaint has been passed to the complaints team today under {ref}. They will acknowledge it within two days. I am sorry for the trouble this has caused.

# mail-inc-order | incident | mail end hit=order-handling:breach
s: Missing signature
d: The transfer form of the {surname} family lacks a date. Shall we send it back?
r: No need, I signed it for you know whom last time too. Put {past}.
d: I would rather send it back.

# mail-inc-outside | incident | mail end hit=outside-business:breach
s: A small opportunity
r: A word outside office matters: my own venture, a {cider press|riding school}, is looking for {amount}. As a friend you would get the best terms.
c: {How interesting. Does your employer know|Send me the papers}?

# mail-inc-payment | incident | mail end hit=unusual-payments:breach
s: Incoming funds
c: You will receive {big} from a company of my partner’s. For reasons of discretion it is not in my name.
r: Before we can accept it I need to know who owns the company, and why the payment does not come from you.
`,
}
