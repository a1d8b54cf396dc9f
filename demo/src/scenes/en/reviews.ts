import type { Script } from '#scene.ts'

export const reviews: Script = {
  language: 'en',
  text: `
# review-invite | review
r: It’s time for your {{lastquarter}|half-year|annual} review. Would {weekday} at {time} {suit you|work}?
c: {Could we do {soon} instead|I’m away then. {soon}}?
r: {Of course|Yes}. Video or in person?
c: {Video please, I’ll be in {city}|In person, I miss your coffee|Video is fine}.
r: {Done|Booked}. I’ll send the pack the day before so that you’ve {time to read it|had a chance to look}.

# review-pack | review
r: Your review pack is ready. Short version: {pct} over the quarter, a little {ahead of|behind} the benchmark.
> attach pdf
c: What {dragged|helped} most?
r: {fund} was the {best|strongest}, {fund2} the weakest. Page {3|4} has the picture.
c: And do we {change anything|need to do anything}?
r: I’d trim {fund} slightly and leave the rest. We can {discuss|decide} when we speak.
c?: {OK, let’s talk then|Happy with that in principle}.

# review-chart | review
c: {Quick one|A quick question}: how am I doing {this year|since January}?
r: Up {pct} so far, after fees. Here’s the line.
> attach chart
c: {Nice shape|I like the right hand side of that}. What’s the dip in the middle?
r: The {spring|summer} wobble in {sector}. You’d recovered it within {six|eight} weeks.
c: {I didn’t even notice|Glad I wasn’t looking}.
> react 😂

# review-rebalance | review
r: Shares have run ahead of bonds and you’re at {share} more than we agreed. I’d like to {bring it back|rebalance}.
c: Meaning sell {winners|the things going up}?
r: {A slice of them, yes|A little of each}. About {amount} in total, into {fund}.
c: Is there tax?
r: {Roughly {small}|Around {small}, I’ve checked}, inside your allowance.
c: {Then go ahead|OK do it|You have my go-ahead}.
r: {Thank you|Noted}. I’ll send the confirmation notes when it’s done.

# review-income | review
c: Could the portfolio pay me {amount} a year {without touching the capital|from income alone}?
r: At today’s yields it produces about {amount2}. So {nearly|not quite}, without stretching for {riskier|low quality} payers.
c: What would stretching look like?
r: {fund} pays more but swings more. I’d sooner top up from capital in a thin year than {chase yield|reach for it}.
c: {Understood|OK}. Let’s stay with that.

# review-cash | review
r: You have {big} sitting in cash since {lastmonth}. Is it {earmarked|for anything} or shall I suggest a home for it?
c: {It’s for the kitchen|Builders, probably|Nothing in particular}. {Maybe half of it could work|I only need {amount}}.
r: Then I’d keep that in {fund}, one day’s notice, and invest the rest {gradually|over three months}.
c: {Sounds sensible|Go on then}. Put it in writing?
r: {Coming by email this afternoon|You’ll have it today}.

# review-benchmark | review
c: {My neighbour|My brother-in-law} says his tracker did {better|twice what mine did}. {Why am I paying you?|Should I worry?}
r: {Fair question|A fair challenge}. His is all shares, yours is about {share}. In a year like this one that shows.
c: And in a bad year?
r: In the last bad one yours fell {roughly half|less than two thirds} as much. That was {your brief|what you asked for}.
c: {OK. I’ll tell him|Right. I’ll remind him next time it drops}.

# review-esg | review
c: The children have been asking what we’re {invested in|actually holding}. Any {tobacco|coal|weapons}?
r: Not directly. Indirectly about {smallpct} through {fund}.
c: Could that be zero?
r: Yes, by swapping into Marsh Responsible Growth. Slightly higher charge, {similar|much the same} risk.
c: How much higher?
r: {smallpct} a year on that slice, so about {small}.
c: {Worth it to keep the peace|Let’s do it|I’ll think about it}.

# review-currency | review
c: Everything I own is in {pounds|dollars}. Should I {be worried about the exchange rate|spread it}?
r: Less than it looks: {share} of what the companies earn is abroad.
c: {Didn’t know that|Ah}. So leave it?
r: I’d leave it. If you spend in {euros|another currency} regularly, then we match that part.
c: We do, the house in {city}.
r: Then let’s hold {amount} for it in that currency.

# review-thin | review
r: {Nothing dramatic to report|A quiet quarter}: {pct} up, no changes made, dividends reinvested.
c: {Quiet is good|I’ll take boring}.
r: Boring is {the plan|underrated}. Next look in {nextmonth}.

# review-children | review
c: {child} turns eighteen in {nextmonth}. What happens to the account?
r: It becomes {child}’s own. {We’ll write to both of you|I’d like to meet you both} beforehand.
c: {Terrifying|Lord help us}. Could it be left invested?
r: Only if {child} wants. In my experience a half hour chat with someone who isn’t a parent helps {a lot|enormously}.
c: {You’re hired|Please do that}. {weekday}?
r: {weekday} is good.

# review-withdraw-plan | review
c: I stop work in {nextyear}. When should we {start moving to safety|change the mix}?
r: {We already have|We’ve begun}: three years of spending is out of shares now.
c: So a crash the week I retire {isn’t a disaster|wouldn’t sink me}?
r: It would be {unpleasant|annoying}, not a disaster. That’s what the three years are for.
c?: {That’s the clearest anyone has put it|That helps me sleep}.

# review-disagree | review
c: I’d like to sell {company}. I {don’t like|never liked} the new management.
r: {Reasonable|I understand}. It’s {share} of the portfolio through two funds and a direct holding. Only the direct one is easy to sell.
c: Just that then.
r: {units} shares, at about {price}. Shall I place it today {at market|with a limit}?
c: Limit at {price}.
r: {Noted|Confirmed}: sell {units} {company}, limit {price}, good until {weekday}.
> wait 1d
r: Filled this morning, all {units}. The note is in {portal}.

# review-after-call | review
r: Thank you for your time {today|earlier}. I’ve written up what we agreed.
> attach txt
c: {Read it|Looks right}. One thing, I said {amount} not {amount2}.
r: {Quite right, my mistake|Good catch}. Corrected version coming.
c: 👍
`,
}
