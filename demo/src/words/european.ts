import { type Lexicon, grouped, marketNames, pad2 } from './lexicon.ts'

const list = (text: string) => text.split(' / ')

export const spanish: Lexicon = {
  weekdays: list('domingo / lunes / martes / miércoles / jueves / viernes / sábado'),
  months: list(
    'enero / febrero / marzo / abril / mayo / junio / julio / agosto / septiembre / octubre / noviembre / diciembre',
  ),
  date: (day, month) => `${day} de ${month}`,
  time: (hour, minute) => `${hour}:${pad2(minute)}`,
  money: (amount) => `${grouped(amount, '.')} dólares`,
  percent: (value) => `${value.replace('.', ',')} %`,
  quarter: (number) => `${['primer', 'segundo', 'tercer', 'cuarto'][number - 1] ?? 'primer'} trimestre`,
  formal: ({ gender, lastName }) => `${gender === 'f' ? 'Sra.' : 'Sr.'} ${lastName}`,
  lists: {
    ...marketNames,
    child: list('Martina / Hugo / Valeria / Diego / Vega'),
    place: list('Casa Olivo / el restaurante del puerto / La Higuera / el café de siempre'),
    sector: list('salud / energía / tecnología / consumo / bancos'),
    city: list('Madrid / Bogotá / Ciudad de México / Miami / Montevideo / Valencia'),
    document: list('el pasaporte / un recibo de luz / la declaración fiscal / un extracto bancario'),
    portal: list('el portal / la web / la aplicación'),
  },
}

export const french: Lexicon = {
  weekdays: list('dimanche / lundi / mardi / mercredi / jeudi / vendredi / samedi'),
  months: list(
    'janvier / février / mars / avril / mai / juin / juillet / août / septembre / octobre / novembre / décembre',
  ),
  date: (day, month) => `${day} ${month}`,
  time: (hour, minute) => `${hour}h${minute === 0 ? '' : pad2(minute)}`,
  money: (amount) => `${grouped(amount, ' ')} €`,
  percent: (value) => `${value.replace('.', ',')} %`,
  quarter: (number) => `${number === 1 ? '1er' : `${number}e`} trimestre`,
  formal: ({ gender, lastName }) => `${gender === 'f' ? 'Madame' : 'Monsieur'} ${lastName}`,
  lists: {
    ...marketNames,
    child: list('Jules / Louise / Camille / Victor / Jeanne'),
    place: list('Le Petit Phare / la brasserie du canal / Chez Armande / votre bureau'),
    sector: list('la santé / l’énergie / la technologie / le luxe / les banques'),
    city: list('Lyon / Bruxelles / Luxembourg / Bordeaux / Genève'),
    document: list('la pièce d’identité / un justificatif de domicile / l’avis d’imposition / un RIB'),
    portal: list('le portail / l’espace client / le site'),
  },
}

export const german: Lexicon = {
  weekdays: list('Sonntag / Montag / Dienstag / Mittwoch / Donnerstag / Freitag / Samstag'),
  months: list(
    'Januar / Februar / März / April / Mai / Juni / Juli / August / September / Oktober / November / Dezember',
  ),
  date: (day, month) => `${day}. ${month}`,
  time: (hour, minute) => (minute === 0 ? `${hour} Uhr` : `${hour}:${pad2(minute)} Uhr`),
  money: (amount) => `${grouped(amount, '.')} €`,
  percent: (value) => `${value.replace('.', ',')} %`,
  quarter: (number) => `${number}. Quartal`,
  formal: ({ gender, lastName }) => `${gender === 'f' ? 'Frau' : 'Herr'} ${lastName}`,
  familiar: ({ gender, lastName }) => `${gender === 'f' ? 'Frau' : 'Herr'} ${lastName}`,
  lists: {
    ...marketNames,
    child: list('Lena / Paul / Mia / Jakob / Clara'),
    place: list('das Café am Markt / das Gasthaus Linde / Ihr Büro / das Restaurant am See'),
    sector: list('Gesundheit / Energie / Technologie / Konsum / Banken'),
    city: list('München / Zürich / Wien / Hamburg / Frankfurt'),
    document: list(
      'eine Kopie Ihres Ausweises / eine Meldebescheinigung / den Steuerbescheid / einen Kontoauszug',
    ),
    portal: list('das Portal / das Kundenportal / die App'),
  },
}

export const portuguese: Lexicon = {
  weekdays: list('domingo / segunda / terça / quarta / quinta / sexta / sábado'),
  months: list(
    'janeiro / fevereiro / março / abril / maio / junho / julho / agosto / setembro / outubro / novembro / dezembro',
  ),
  date: (day, month) => `${day} de ${month}`,
  time: (hour, minute) => `${hour}h${minute === 0 ? '' : pad2(minute)}`,
  money: (amount) => `${grouped(amount, '.')} euros`,
  percent: (value) => `${value.replace('.', ',')}%`,
  quarter: (number) => `${number}.º trimestre`,
  formal: ({ gender, lastName }) => `${gender === 'f' ? 'Sra.' : 'Sr.'} ${lastName}`,
  lists: {
    ...marketNames,
    child: list('Beatriz / Tomás / Inês / Lourenço'),
    place: list('o Cais Novo / o restaurante da praia / o café do jardim / o vosso escritório'),
    sector: list('saúde / energia / tecnologia / consumo'),
    city: list('Lisboa / Porto / Boston / Braga / São Paulo'),
    document: list(
      'o cartão de cidadão / um comprovativo de morada / a declaração fiscal / um extrato bancário',
    ),
    portal: list('o portal / a aplicação / o site'),
  },
}
