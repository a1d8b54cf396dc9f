import type { Script } from '#scene.ts'

export const orderHandling: Script = {
  language: 'en',
  text: `
# order-sign-for | incident | end hit=order-handling:breach
c: I’m {on the boat|in {city}} and can’t {print|scan} anything.
r: Don’t worry, I’ll sign it for you {this once|and you initial it when you’re back}.
c: {Bless you|OK}.

# order-backdate | incident | end hit=order-handling:breach
c: Could the {gift|transfer} form be backdated to {past}? My accountant would be happier.
r: {I’ll see what I can do|Leave it with me}.
> wait 3h
r: {It’s done|Sorted}, {nobody will look twice|say thank you at Christmas}.

# order-backdate-refused | incident | hit=order-handling:minor
c: Can we backdate it by {a week|two days}? {For the tax year|The deadline was yesterday}.
r: No, I’m sorry. The date is the day you sign.
c: {Worth asking|I know, I know}.

# order-unapproved | incident | end hit=order-handling:breach
r: {company} was falling so I went ahead and sold your {units}. {I think you’d have agreed|You were on the plane}.
c: You did what? I wanted to {keep|hold} those.
r: {You’ll thank me|It’s up to {pct} cheaper now}. 
c: {That’s not the point|We agreed you’d ask}.

# order-discretion | incident | end hit=order-handling:breach
c: I’m in surgery till {weekday}. Just use your judgement and trade what’s needed.
r: {OK, I’ll keep an eye on it|Fine, I’ll do what makes sense}.
c: {Thanks|👍}

# order-discretion-refused | incident | hit=order-handling:minor
c: Just use your judgement and trade while I’m {away|in the mountains}.
r: I can’t without a discretionary mandate. Either we sign one, or I wait for you.
c: {Wait for me then|Send the mandate}.

# order-ours-first | incident | end hit=order-handling:breach
d: Big sell in {company} coming from {the foundation|Castellano}. Do ours first, then theirs.
r: {You’re joking|Did you mean to write that}?
d: {Of course joking|Forget it}.
> delete

# order-allocate | incident | end hit=order-handling:breach
d: Bought {units} {company}. I’ll allocate it later when I see {where it closes|who needs it}.
r: It has to be allocated before the order goes, {other} was very clear.
d: {One time|It’s five minutes}.

# order-paperwork-false | incident | hit=order-handling:false
r: You can look at the terms now and do the paperwork later on, there’s no deadline.
c: {Good, it’s a busy week|Thanks, next week then}.

# order-blank | incident | end hit=order-handling:breach
r: {To save time|So you don’t have to come twice}, could you sign blank forms for the {three transfers|account opening}? I’ll fill them in.
c: {If it’s easier|Is that usual}?
r: {Everyone does|It saves you a trip}.

# order-timestamp | incident | end hit=order-handling:breach
e: The phone order from {{surname}|the foundation} was at {time} but the ticket says an hour later.
d: {Fix the time stamp then|Just fix the time stamp}.
e: {Is that allowed?|I’d rather write a note.}
r: Write the note, don’t touch the ticket.
`,
}
