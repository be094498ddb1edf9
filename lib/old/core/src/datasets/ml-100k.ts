import { filesOf, type Dataset } from './dataset';

/**
 * MovieLens-100k: 100,000 ratings of 1,682 movies by 943 users, 1997 and 1998.
 *
 * The MD5 of the zip is the one that GroupLens publishes beside it. The SHA-256 values are of a copy whose u.user, u.item
 * and u1 have the known MD5s: these are the files that are read.
 */
export const ml100k: Dataset = {
  name: 'ml-100k',
  title: 'MovieLens-100k (GroupLens, University of Minnesota)',
  licence: 'research use only, with citation; no redistribution and no commercial use without permission',
  cite:
    'F. Maxwell Harper and Joseph A. Konstan. 2015. The MovieLens Datasets: History and Context. ' +
    'ACM Transactions on Interactive Intelligent Systems 5(4), article 19. https://doi.org/10.1145/2827872',
  size: '15 MB (5 MB to download)',
  holds: null,
  fetch: {
    url: 'https://files.grouplens.org/datasets/movielens/ml-100k.zip',
    md5: '0e33842e24a9c977be4e0107933c0723',
    inside: 'ml-100k/',
  },
  byHand: 'Download ml-100k.zip from https://grouplens.org/datasets/movielens/100k/',
  sharedFolder: 'movielens-100k',
  files: filesOf([
    ['u.user', 22628, 'f120e114da2e8cf314fd28f99417c94ae9ddf1cb6db8ce0e4b5995d40e90e62c'],
    ['u.item', 236344, '553841ebc7de3a0fd0d6b62a204ea30c1e651aacfb2814c7a6584ac52f2c5701'],
    ['u1.base', 1586544, 'ce253ec86c448b44fb3ba9a30d12dcfc2e9210cbde71efada3730c22e9ac212a'],
    ['u1.test', 392629, '18c6014a4b2c7324f250a63f8904a7b16b2b19f911129e346141507b0cbac950'],
  ]),
};
