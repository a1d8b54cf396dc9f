/** Names to make people of. Any likeness to a living person is chance. */
import type { Region } from './phones.ts'
import type { DeskKey } from './organization.ts'
import type { Language } from './scene.ts'

/** People of one kind: how many, what they are called, which desk serves them, where their phones are. */
export interface NamePool {
  readonly language: Language
  readonly count: number
  readonly desk: DeskKey
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly families: readonly string[]
  readonly region: Region
  /** Area codes, for North America. */
  readonly areas?: readonly string[]
  /** Family name first, without a space. */
  readonly familyFirst?: true
}

const words = (text: string) => text.split(' ')

export const namePools: readonly NamePool[] = [
  {
    language: 'en',
    count: 78,
    desk: 'london',
    region: 'gb',
    women: words(
      'Amelia Bridget Clementine Dorothea Eleanor Fiona Georgina Hannah Isla Joanna Kirsty Leila Margaret Nadia Olive Philippa Rosamund Sunita Tamsin Ursula Verity Winifred Yasmin Zadie',
    ),
    men: words(
      'Alastair Benedict Cormac Desmond Edmund Fergus Gareth Hugh Ivor Jasper Kieran Lewis Malcolm Nigel Owen Patrick Quentin Rupert Stuart Theo Vikram Winston Yusuf Zach',
    ),
    families: words(
      'Abernathy Barraclough Chowdhury Davenport Eastwood Fairbairn Gallagher Hargreaves Ingleby Jessop Kilbride Lockhart Mukherjee Nettleton Okafor Penhaligon Quayle Rowntree Sedgwick Thackray Underhill Vaughan Wetherby Yardley Adebayo Cavendish-Roe',
    ),
  },
  {
    language: 'en',
    count: 56,
    desk: 'new-york',
    region: 'us',
    areas: ['212', '917', '203', '617', '215'],
    women: words(
      'Abigail Brooke Carmen Denise Evelyn Faith Gloria Hope Ingrid Jocelyn Keisha Loretta Monica Naomi Paige Renee Simone Tessa Vivian Wendy',
    ),
    men: words(
      'Aaron Brendan Curtis Dominic Elliott Franklin Gavin Harold Isaac Jerome Kurt Leonard Mitchell Nathan Preston Raymond Spencer Trevor Vincent Walter',
    ),
    families: words(
      'Aldridge Bancroft Castellano Delacroix Eisenberg Fitzhugh Goldfarb Hollister Iverson Jankowski Kessler Langdon Mancuso Norwood Osterman Pruitt Rosenthal Sutherland Trask Vanderhoef Whitlock Zeller',
    ),
  },
  {
    language: 'en',
    count: 28,
    desk: 'gulf',
    region: 'gb',
    women: words('Aisha Farah Hala Lina Maya Rania Samira Tala Zara Dina Petra Joanne'),
    men: words('Adel Bilal Faris Hadi Imran Jamal Khalil Nabil Omar Rashid Tariq Gregor'),
    families: words(
      'Al-Amin Barakat Darwish Farouk Ghanem Hakimi Ismail Jaber Kanaan Mansour Nasser Qureshi Rahman Saleh Tannous Zayani',
    ),
  },
  {
    language: 'en',
    count: 12,
    desk: 'asia',
    region: 'us',
    areas: ['415'],
    women: words('Adeline Cheryl Florence Mabel Serena Yvonne'),
    men: words('Alvin Derek Gilbert Ronald Terence Wilfred'),
    families: words('Tan Lim Koh Wong Chua Menon Pillai Teo'),
  },
  {
    language: 'zh',
    count: 42,
    desk: 'asia',
    region: 'us',
    areas: ['628', '650'],
    familyFirst: true,
    women: words('晓梅 雅婷 静怡 思琪 慧敏 婉清 佳宁 雪莹 美玲 若兰 诗涵 丽华'),
    men: words('建国 志强 宇航 伟明 浩然 俊杰 文博 国栋 子轩 立新 永康 家豪'),
    families: words('王 李 张 刘 杨 赵 黄 吴 徐 孙 马 朱 胡 郭 高 罗 梁 宋 郑 谢'),
  },
  {
    language: 'es',
    count: 28,
    desk: 'iberia',
    region: 'us',
    areas: ['305', '786'],
    women: words('Alba Blanca Consuelo Daniela Esperanza Graciela Inés Jimena Lourdes Marisol Nuria Rocío'),
    men: words('Adrián Bruno Claudio Emilio Gonzalo Hernán Ignacio Joaquín Leandro Nicolás Rafael Sergio'),
    families: words(
      'Aguirre Belmonte Carrasco Del-Río Echeverri Fonseca Galindo Herrera Izquierdo Larrañaga Montoya Olmedo Pizarro Rentería Salcedo Uribe',
    ),
  },
  {
    language: 'pt',
    count: 14,
    desk: 'iberia',
    region: 'us',
    areas: ['508', '774'],
    women: words('Adelaide Carolina Filipa Helena Leonor Matilde'),
    men: words('Afonso Duarte Gonçalo Henrique Martim Vasco'),
    families: words('Azevedo Barbosa Cardoso Fontoura Guimarães Lacerda Meireles Pacheco Queirós Tavares'),
  },
  {
    language: 'de',
    count: 20,
    desk: 'dach',
    region: 'de',
    women: words('Anneliese Birgit Cornelia Dagmar Friederike Hannelore Liesel Mathilde Roswitha Svenja'),
    men: words('Albrecht Burkhard Dietmar Eckart Florian Gernot Holger Joachim Lorenz Reinhold'),
    families: words(
      'Achterkamp Bergfeld Drosselmeier Eichinger Falkenrath Grünwald Hohenfels Kaltenbach Lindner Mittermaier Oberholzer Rosskamp Steinbrück Wiesinger',
    ),
  },
  {
    language: 'fr',
    count: 16,
    desk: 'france',
    region: 'fr',
    women: words('Agathe Bérénice Capucine Delphine Hortense Josiane Mathilde Solène'),
    men: words('Aurélien Baptiste Cédric Édouard Gaspard Ludovic Rémi Thibault'),
    families: words(
      'Arnoux Beauchêne Castelnau Delvaux Fontanel Grimaud Lachance Montclar Pélissier Rochebrune Sauvageot Vernet',
    ),
  },
  {
    language: 'ja',
    count: 3,
    desk: 'asia',
    region: 'us',
    areas: ['808'],
    familyFirst: true,
    women: words('美咲 由紀子'),
    men: words('健一 修'),
    families: words('高橋 渡辺 藤原 石川'),
  },
  {
    language: 'ar',
    count: 3,
    desk: 'gulf',
    region: 'se',
    women: words('ليلى هند'),
    men: words('يوسف سلطان'),
    families: words('الحداد المنصوري العلي النجار'),
  },
]

/** Where clients work, where a client is known for it. */
export const companies: readonly string[] = [
  'Brindle & Oakes Architects',
  'Calloway Shipping',
  'Dunmore Veterinary Group',
  'Eastgate Robotics',
  'Fennimore Bakeries',
  'Greyfriars Chambers',
  'Hartwell Dental',
  'Ivybridge Textiles',
  'Juniper Film Studio',
  'Kestrel Foods',
  'Larkspur Hotels',
  'Meridian Ceramics',
  'Northmoor Timber',
  'Orchard Lane Clinics',
  'Pelham Logistics',
  'Quillon Software',
  'Redcastle Vineyards',
  'Saltmarsh Seafood',
  'Tidewater Engineering',
  'Umber Publishing',
]

/** Words for mail addresses of people whose names are not written in Latin letters. */
export const latinNicknames: readonly string[] = words(
  'plumtree riverstone bluecrane jadehill morningstar quietlake eastwind silverpine whitecloud redmaple goldleaf deepwell brightgate northlake oldbridge clearspring',
)
