/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stroke_font.c - letters made of straight lines, for pictures in points.
 */
#include "stroke_font.h"

#include <stdbool.h>

/* The characters from '!' to '~'. Two digits are a point: x from 0 to 4, y from 0 to 9, with the
 * baseline at 2, small letters up to 6 and capitals up to 8. A blank lifts the pen. */
static const char* const strokes['~' - '!' + 1] = {
    "2824 2322",                        /* ! */
    "1816 3836",                        /* " */
    "1218 3238 0444 0646",              /* # */
    "473818070615354443321203 2921",    /* $ */
    "0248 0717180807 3242433332",       /* % */
    "4216172837360403122244",           /* & */
    "2826",                             /* ' */
    "39272331",                         /* ( */
    "19272311",                         /* ) */
    "2327 0446 0644",                   /* * */
    "2327 0545",                        /* + */
    "232211",                           /* , */
    "1535",                             /* - */
    "2223",                             /* . */
    "0149",                             /* / */
    "120307183847433212",               /* 0 */
    "172822 1232",                      /* 1 */
    "07183847460242",                   /* 2 */
    "0718384746354443321203 1535",      /* 3 */
    "32380444",                         /* 4 */
    "480805354443321203",               /* 5 */
    "473818070312324344351504",         /* 6 */
    "084812",                           /* 7 */
    "15060718384746351504031232434435", /* 8 */
    "031232434738180706153546",         /* 9 */
    "2223 2526",                        /* : */
    "232211 2526",                      /* ; */
    "470543",                           /* < */
    "0646 0444",                        /* = */
    "074503",                           /* > */
    "07183847462524 2223",              /* ? */
    "3616143436344447381807031242",     /* @ */
    "022842 1434",                      /* A */
    "02083847463505 3544433202",        /* B */
    "4738180703123243",                 /* C */
    "02083847433202",                   /* D */
    "48080242 0535",                    /* E */
    "480802 0535",                      /* F */
    "47381807031232434525",             /* G */
    "0208 4248 0545",                   /* H */
    "1232 2228 1838",                   /* I */
    "4843321203",                       /* J */
    "0208 4804 1542",                   /* K */
    "080242",                           /* L */
    "0208254842",                       /* M */
    "02084248",                         /* N */
    "120307183847433212",               /* O */
    "02083847463505",                   /* P */
    "120307183847433212 2442",          /* Q */
    "02083847463505 2542",              /* R */
    "473818070615354443321203",         /* S */
    "0848 2822",                        /* T */
    "080312324348",                     /* U */
    "082248",                           /* V */
    "0812263248",                       /* W */
    "0248 0842",                        /* X */
    "082548 2522",                      /* Y */
    "08480242",                         /* Z */
    "39292131",                         /* [ */
    "0941",                             /* \ */
    "19292111",                         /* ] */
    "062846",                           /* ^ */
    "0141",                             /* _ */
    "1827",                             /* ` */
    "4642 4332120305163645",            /* a */
    "0802 0312324345361605",            /* b */
    "4536160503123243",                 /* c */
    "4842 4332120305163645",            /* d */
    "04444536160503123243",             /* e */
    "48382722 1636",                    /* f */
    "4641301001 4332120305163645",      /* g */
    "0802 0516364542",                  /* h */
    "162622 1232 2728",                 /* i */
    "2636312010 3738",                  /* j */
    "0802 4604 2542",                   /* k */
    "182822 1232",                      /* l */
    "0602 05162522 25364542",           /* m */
    "0602 0516364542",                  /* n */
    "120305163645433212",               /* o */
    "0600 0312324345361605",            /* p */
    "4640 4332120305163645",            /* q */
    "0602 05163645",                    /* r */
    "4616051434433202",                 /* s */
    "28233242 1646",                    /* t */
    "0603123243 4642",                  /* u */
    "062246",                           /* v */
    "0612253246",                       /* w */
    "0246 0642",                        /* x */
    "0622 4610",                        /* y */
    "06460242",                         /* z */
    "39282615242231",                   /* { */
    "2921",                             /* | */
    "19282635242211",                   /* } */
    "05163445"                          /* ~ */
};

static const char rectangle[] = "0208484202";

/* A letter is 4 units wide, with 2 between two of them, and a capital 6 units high. */
static const double unit[2] = {LW_STROKE_ADVANCE / 6.0, LW_STROKE_HEIGHT / 6.0};

enum { BASELINE = 2, MOST_POINTS = 16 };

static bool begins_letter(char c)
{
  return ((unsigned char)c & 0xc0u) != 0x80u;
}

size_t lw_stroke_count(const char* text)
{
  size_t n = 0;
  for (; *text; text++) n += begins_letter(*text);
  return n;
}

static void draw_letter(const char* stroke, double x, lw_stroke_line* line, void* user)
{
  double point[MOST_POINTS][2];
  while (*stroke) {
    size_t n = 0;
    for (; *stroke && *stroke != ' '; stroke += 2) {
      point[n][0] = x + unit[0] * (stroke[0] - '0');
      point[n][1] = unit[1] * (stroke[1] - '0' - BASELINE);
      n++;
    }
    line(user, n, (const double(*)[2])point);
    stroke += *stroke == ' ' ? 1 : 0;
  }
}

void lw_stroke_text(const char* text, lw_stroke_line* line, void* user)
{
  double x = 0.0;
  for (; *text; text++) {
    if (!begins_letter(*text)) {
      continue;
    }
    if (*text >= '!' && *text <= '~') {
      draw_letter(strokes[*text - '!'], x, line, user);
    } else if (*text != ' ') {
      draw_letter(rectangle, x, line, user);
    }
    x += LW_STROKE_ADVANCE;
  }
}
