/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi2TypesPlatform.h - types of the FMI 2.0 C interface on the platform "default".
 *
 * Our own declarations after section 2.1.2 of the FMI 2.0.5 specification. The standard's file of
 * the same name may take this one's place: set FMI2_INCLUDE_DIR when configuring.
 */
#ifndef fmi2TypesPlatform_h
#define fmi2TypesPlatform_h

#define fmi2TypesPlatform "default"

typedef void*           fmi2Component;            /* an instance of an FMU          */
typedef void*           fmi2ComponentEnvironment; /* the importer's, for callbacks  */
typedef void*           fmi2FMUstate;             /* a copy of an instance's state  */
typedef unsigned int    fmi2ValueReference;       /* handle of a variable           */
typedef double          fmi2Real;
typedef int             fmi2Integer;
typedef int             fmi2Boolean; /* fmi2True or fmi2False          */
typedef char            fmi2Char;
typedef const fmi2Char* fmi2String; /* UTF-8, terminated              */
typedef char            fmi2Byte;

#define fmi2True 1
#define fmi2False 0

#endif
