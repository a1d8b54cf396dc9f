import type { Script } from '#scene.ts'

export const marketAbuse: Script = {
  language: 'en',
  text: `
# abuse-close | incident | end hit=market-abuse:breach
c: If we {put in|send} three orders in the last ten minutes, we could mark the close {where my option pays|above {price}}.
r: {I didn’t read that|Please don’t write things like that}. I can’t take that order.
c: {It was a thought|Everyone does it}.
r: {It’s manipulation|It’s an offence}, and I have to report that you asked.

# abuse-spread | incident | end hit=market-abuse:breach
c: {company} is thin today. {A few of us|My club} will spread the rumour about {a takeover|the Norwegian bid} and sell into it. {Want in|Should I keep some for you}?
r: {No|Absolutely not}. And I’d urge you not to.
> wait 30m
r: I’ve noted this exchange. Please don’t place orders in {company} with us for now.

# abuse-rep-pushes | incident | end hit=market-abuse:breach
d: {Client|My client} wants {company} {above {price}|at {price}} by Friday. If we both buy small lots it’ll push the price up nicely.
r: {Careful|Hm}.
d: {It’s tiny volume, nobody looks|Just talking}.
> delete
r: {Don’t. I mean it|I’m stepping away from this one}.

# abuse-paint | incident | end hit=market-abuse:breach
c: My other broker lets me {buy and sell between my own accounts|trade with myself}, looks like demand. Would you?
r: That’s called a wash trade, and no.
c: {What a grim name|He calls it housekeeping}.
r: {The rule book’s name|The regulator calls it worse}. I’m serious, please don’t.

# abuse-squeeze | incident | end hit=market-abuse:breach
c: {The forum|My group} says if we all hold {company} till {weekday} we squeeze the shorts. I’m putting in {amount}.
r: I can’t take orders that are part of a plan to move the price together.
c: {It’s just a chat group|So I have to pretend I don’t know}?
r: It’s in writing now. {Let’s leave it|I’m declining this order}.

# abuse-story-false | incident | hit=market-abuse:false
c: Did you see the film about the {traders|boiler room}? They paint the tape and buy a yacht.
r: {I saw it on a plane|Great film}. The part where they go to prison is realistic too.
c: 😂 {The yacht was nice though|Fair}

# abuse-education-false | incident | hit=market-abuse:false
d: For the training slide: is “spoof” one word or does it need explaining?
r: Explain it: orders you never mean to fill, to {fool|mislead} others.
d: {Perfect, one line|Thanks, slide done}.

# abuse-news-minor | incident | hit=market-abuse:minor
c: {The paper says|I read} a hedge fund tried to ramp the price of {company}. {Is ours affected|Do we own it}?
r: {A little, through {fund}|No}. There’s an inquiry; the fund house wrote to holders on {past}.
c: {OK|Good to know}.

# abuse-talk-up | incident | end hit=market-abuse:minor
c: {Could you|Would your analysts} talk the stock up a bit in the newsletter? I’m {overweight|long} {company} 😉
r: {Ha. No|You know I can’t}. The newsletter isn’t for that, even as a joke.
c: {Joking|Had to try}
`,
}
