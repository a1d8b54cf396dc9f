import type { Script } from '#scene.ts'

export const gifts: Script = {
  language: 'en',
  text: `
# gift-box | incident | end hit=gifts:breach
c: We have the hospitality box for the {final|test match} on {day}. {Two seats with your name on|Bring someone}.
r: {You are spoiling me|I’d love to!} I’ll be there.
c: {Champagne from noon|Car picks you up at ten}.

# gift-wine | incident | end hit=gifts:breach
c: Did the case of wine arrive? {A little thank you for {lastmonth}|You earned it}.
r: {It did, you’re too kind!|Just now. What a surprise!} {Far too good for me|We opened one already}.
c: {Enjoy|Drink it with friends}.

# gift-wine-declared | incident | hit=gifts:minor
c: A hamper is on its way to your office. {No protests|For the whole team}.
r: That’s so kind. I have to put it in the gifts register, {and we’ll share it with the whole floor|or send it back if it’s over the limit}.
c: {Register away|There are biscuits in it, not gold}.

# gift-voucher | incident | end hit=gifts:breach
r: As you’re moving {big} to us, I’ve arranged a spa voucher for you and {partner}. My treat.
c: {How generous|Goodness}! {Is that allowed|Thank you}?
r: {Our little secret|Marketing pays}.

# gift-villa | incident | end hit=gifts:breach
c: {The villa in {holiday} is empty in {nextmonth}|We don’t use the chalet in {nextmonth}}. Take the villa for the week, on me.
r: {I’m speechless.|Seriously?} {The children will love it|I’ll check dates}.
c: {Keys are with the housekeeper|Just say when}.

# gift-tickets-refused | incident | hit=gifts:minor
c: I’ve got two tickets for the {opera|final} on {day}. {Want them|Yours if you like}?
r: That’s very generous, but above what I may accept. {Take {partner}|Thank you though}!
c: {Rules, rules|Pity}.

# gift-grandchild-false | incident | hit=gifts:false
c: What could be a small gift for a {godchild|grandchild} that isn’t plastic? {Shares|A premium bond}?
r: {small} in {fund}, with a certificate they can hang up.
c: {Perfect|Love it}.

# gift-champagne-false | incident | hit=gifts:false
c: We opened a bottle of champagne {last night|on Sunday}: the house is SOLD.
r: {Congratulations|Cheers to that}! 🥂

# gift-dinner | incident | end hit=gifts:minor
r: Dinner on us on {day}, {the four of us|with {colleague}}, to celebrate the {sale|first year}? {place}.
c: {With pleasure|Lovely}.
r: I’ll get it approved and send the invitation properly.

# gift-card | incident | end hit=gifts:breach
c: I left a gift card for you at reception. {For Christmas|For your help with Mum}.
r: {Oh you shouldn’t have|Thank you so much}! {small}, that’s a lot.
c: {Nonsense|Buy something silly}.
`,
}
